// Every field of every kind at its limits and, a sixth of them as the commit chooses, just beyond; all of them in `npm run test:long -- operations`.
// Generated from the schemas of the calls.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as v from 'valibot'
import { afterAll, expect, test } from 'vitest'
import { MAX_DOCUMENTS, MAX_GROUP_MEMBERS } from '#contract/limits.ts'
import { contentLimits, structureLimits } from '#contract/list-limits.ts'
import { nameField } from '#operations/provision/content-kinds/definition.ts'
import { contentKinds } from '#operations/provision/content-kinds/registry.ts'
import { addNodes, emptyDesired } from '#operations/provision/desired.ts'
import { checkContent } from '#operations/provision/files/checks.ts'
import { readFolder } from '#operations/provision/files/read-folder.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { writeExample } from '#tests/support/worked-example.ts'

const folder = mkdtempSync(join(tmpdir(), 'limits-'))
afterAll(() => rmSync(folder, { recursive: true }))

const example = writeExample(join(folder, 'example'))
const document = {
  document_name: 'One',
  document_type: 'guidance',
  file_name: 'a.txt',
  mime_type: 'text/plain',
  published_at: '2026-01-01'
}

/** Where the example has an item of a kind: file and path. */
const places = {
  time_periods: ['programme.json', ['time_periods', 0]],
  filters: ['programme.json', ['filters', 0]],
  projects: ['projects/visitors/project.json', []],
  project_periods: ['projects/visitors/project.json', ['periods', 0]],
  scopes: ['projects/visitors/project.json', ['scopes', 0]],
  project_contacts: ['projects/visitors/project.json', ['contacts', 0]],
  project_abouts: ['projects/visitors/project.json', ['abouts', 0]],
  documents: ['projects/visitors/project.json', ['documents', 0]],
  project_guidances: ['projects/visitors/project.json', ['guidances', 0]],
  peer_groups: ['projects/visitors/project.json', ['peer_groups', 0]],
  questions: ['projects/visitors/questionnaires/visits.json', ['questions', 0]],
  questionnaires: ['projects/visitors/questionnaires/visits.json', []],
  questionnaire_periods: ['projects/visitors/questionnaires/visits.json', ['periods', 0]],
  sections: ['projects/visitors/questionnaires/visits.json', ['sections', 0]],
  sub_sections: ['projects/visitors/questionnaires/visits.json', ['sections', 0, 'sub_sections', 0]],
  question_memberships: [
    'projects/visitors/questionnaires/visits.json',
    ['sections', 0, 'sub_sections', 0, 'cells', 0]
  ],
  collections: ['projects/visitors/charts.json', ['collections', 0]],
  chart_groups: ['projects/visitors/charts.json', ['collections', 0, 'groups', 0]],
  charts: ['projects/visitors/charts.json', ['charts', 0]],
  chart_parameters: ['projects/visitors/charts.json', ['charts', 0, 'parameters', 0]]
} as const satisfies Partial<
  Record<keyof typeof contentKinds, readonly [string, readonly (string | number)[]]>
>

/** The rules in a schema, including wrapped and piped ones. */
function rulesOf(schema: unknown): { type: string; requirement: unknown }[] {
  const {
    pipe = [],
    wrapped,
    type,
    requirement
  } = schema as {
    pipe?: unknown[]
    wrapped?: unknown
    type: string
    requirement?: unknown
  }
  return [
    { type, requirement },
    ...pipe.filter(part => part !== schema).flatMap(rulesOf),
    ...(wrapped === undefined ? [] : rulesOf(wrapped))
  ]
}

/** An entry that the list of a field accepts. */
const arrayEntry = (schema: v.GenericSchema): unknown =>
  JSON.stringify(schema).includes('label') ? { explorer_type: 'results', label: 'Results' } : 'bar_ranked'

/** Values beyond what a schema allows; each must be refused. */
function beyond(schema: v.GenericSchema): unknown[] {
  const rules = rulesOf(schema)
  const has = (type: string): boolean => rules.some(rule => rule.type === type)
  const number = (type: string): number[] =>
    rules.filter(rule => rule.type === type).map(rule => rule.requirement as number)
  return [
    ...number('max_length').map(most =>
      has('array') ? Array.from({ length: most + 1 }, () => arrayEntry(schema)) : 'x'.repeat(most + 1)
    ),
    ...number('max_value').map(most => most + 1),
    ...number('min_value').map(least => least - 1),
    ...(has('integer') || has('safe_integer') ? [1.5] : []),
    ...(has('non_empty') ? ['', ' ', '\u200b'] : []),
    ...(has('nullable') ? [] : [null]),
    ...(has('string') || has('picklist') ? [7, true, ['x']] : []),
    ...(has('number') ? ['7', true] : []),
    ...(has('boolean') ? ['true', 0] : []),
    ...(has('picklist') ? ['nothing of the list', ''] : [])
  ].filter(value => value !== undefined)
}

/** Values at the limit itself. */
function within(schema: v.GenericSchema): unknown[] {
  const rules = rulesOf(schema)
  const has = (type: string): boolean => rules.some(rule => rule.type === type)
  const isFree = !rules.some(
    ({ type }) => ['regex', 'check', 'email', 'picklist', 'array', 'union'].includes(type) && type !== 'check'
  )
  return rules.flatMap(({ type, requirement }) =>
    type === 'max_length' && isFree && !has('array')
      ? ['x'.repeat(requirement as number)]
      : type === 'max_value' || type === 'min_value'
        ? [requirement]
        : []
  )
}

type Content = Record<string | number, unknown>

/** The faults of the example with one of its files changed. */
function faultsAfter(name: string, change: (content: Content) => void): string[] {
  const file = join(example, name)
  const text = readFileSync(file, 'utf8')
  const content = JSON.parse(text) as Content
  change(content)
  writeFileSync(file, JSON.stringify(content, null, 1))
  const read = readFolder(example)
  writeFileSync(file, text)
  return read.ok ? [] : read.error.map(describeFault)
}

function faultsWith(kind: keyof typeof places, field: string, value: unknown): string[] {
  const [file, way] = places[kind]
  return faultsAfter(file, content => {
    const node = way.reduce<Content>((found, step) => found[step] as Content, content)
    node[field] = value
  })
}

const fields = (Object.keys(places) as (keyof typeof places)[]).flatMap(kind =>
  Object.entries(contentKinds[kind].fields)
    .filter(([field]) => !(kind === 'projects' && field === 'project_code'))
    .map(([field, { schema }]) => ({ kind, field, schema }))
)

test('covers fields of every kind', () => {
  expect(fields.length).toBeGreaterThan(60)
  expect(fields.flatMap(({ schema }) => beyond(schema)).length).toBeGreaterThan(200)
})

/** Every list that has a limit: of a kind, or the value of a field. */
const lists = (Object.keys(places) as (keyof typeof places)[]).flatMap(kind =>
  Object.entries(contentKinds[kind].children ?? {}).flatMap(([field, child]) => {
    const { most, isText } = contentKinds[child]
    // project.json and its neighbours hold the lists of a project in different files.
    const isElsewhere = kind === 'projects' && field === 'questions'
    return most === undefined || isElsewhere ? [] : [{ kind, field, child, most, isText }]
  })
)

/** One valid entry for each kind of list. */
function entryOf(child: string, isText: boolean | undefined): unknown {
  if (isText) return 'An entry'
  const [file, way] = places[child as keyof typeof places]
  const json: unknown = JSON.parse(readFileSync(join(example, file), 'utf8'))
  return way.reduce<unknown>((found, step) => (found as Record<string | number, unknown>)[step], json)
}

test('covers lists of every kind', () => {
  expect(lists.map(({ child }) => child)).toEqual(
    expect.arrayContaining(['sections', 'sub_sections', 'sub_section_rows', 'sub_section_columns'])
  )
  expect(lists.length).toBeGreaterThan(14)
})

test.each(lists)(
  '$kind, $field: a list of its limit and of one more',
  ({ kind, field, child, most, isText }) => {
    const entry = entryOf(child, isText)
    const faultsOf = (length: number) =>
      faultsWith(
        kind,
        field,
        Array.from({ length }, () => entry)
      )
    expect(faultsOf(most.most).filter(fault => fault.includes(most.message))).toEqual([])
    expect(faultsOf(most.most + 1)).toContainEqual(expect.stringContaining(`${field}: ${most.message}`))
  }
)

const topLists = [
  ['programme.json', 'time_periods', contentLimits.time_periods],
  ['programme.json', 'projects', contentLimits.projects],
  ['programme.json', 'documents', contentLimits.documents],
  ['projects/visitors/charts.json', 'collections', contentLimits.collections],
  ['projects/visitors/questionnaires/visits.json', 'questions', structureLimits.questions]
] as const

test.each(topLists)('%s, %s: a list of its limit and of one more', (file, field, { most, message }) => {
  const faultsOf = (length: number): string[] =>
    faultsAfter(file, content => {
      const [entry = document] = (content[field] ?? []) as unknown[]
      content[field] = Array.from({ length }, () => entry)
    })
  expect(faultsOf(most).filter(fault => fault.includes(message))).toEqual([])
  expect(faultsOf(most + 1)).toContainEqual(expect.stringContaining(`${field}: ${message}`))
})

test('a file may name as many members of a peer group as a group has on screen', () => {
  const faultsOf = (length: number): string[] =>
    faultsWith('peer_groups', 'member_rule', {
      submissions: Array.from({ length }, (_, index) => `CITY/S${index}`)
    })
  expect(faultsOf(MAX_GROUP_MEMBERS)).toEqual([])
  expect(faultsOf(MAX_GROUP_MEMBERS + 1)).not.toEqual([])
})

test('the documents of all projects together have a limit', () => {
  const faultsOf = (length: number): string[] => {
    const desired = emptyDesired()
    const nodes = Array.from({ length }, () => document)
    addNodes(desired, 'documents', nodes, '', { place: () => ({ file: 'programme.json', line: 1 }) }, [])
    checkContent(desired)
    return desired.faults.map(fault => fault.message)
  }
  expect(faultsOf(MAX_DOCUMENTS)).toEqual([])
  expect(faultsOf(MAX_DOCUMENTS + 2)).toEqual(['a programme and its projects have at most 5,000 documents'])
})

/** Whether the field itself is at fault, not another rule that its value breaks. */
const isOf = (kind: keyof typeof places, field: string) => (fault: string) =>
  new RegExp(
    `^${places[kind][0]}:\\d+:\\d+ (missing field "|entry \\d+ |\\w+: )?${field}"? ?(must|is|$)`
  ).test(fault)

test.each(partInTurn(fields, 6, 'limits'))(
  '$kind, $field: just beyond its limits it is refused',
  ({ kind, field, schema }) => {
    const accepted = beyond(schema).filter(value => !faultsWith(kind, field, value).some(isOf(kind, field)))
    expect(accepted).toEqual([])
  }
)

test.each(fields)('$kind, $field: at its limits it is not refused', ({ kind, field, schema }) => {
  const faults = within(schema).flatMap(value => faultsWith(kind, field, value).filter(isOf(kind, field)))
  expect(faults.filter(fault => !/is only for/.test(fault))).toEqual([])
})

/** Lists whose items are plain texts, or objects if they are renamed. */
const textLists = (Object.keys(places) as (keyof typeof places)[]).flatMap(kind =>
  Object.entries(contentKinds[kind].children ?? {}).flatMap(([field, child]) => {
    const name = contentKinds[child].isText ? nameField(contentKinds[child]) : undefined
    return name === undefined ? [] : [{ kind, field, name, schema: contentKinds[child].fields[name]!.schema }]
  })
)

test.each(textLists)(
  '$kind, $field: a plain text has the limits of an object’s name',
  ({ kind, field, name, schema }) => {
    const texts = (values: unknown[]): string[] => values.filter(value => typeof value === 'string')
    const faultsOf = (entry: unknown): string[] =>
      faultsWith(kind, field, [entry]).filter(fault => /must not be (empty|longer)/.test(fault))
    expect(texts(beyond(schema)).filter(text => faultsOf(text).length !== 1)).toEqual([])
    expect(texts(beyond(schema)).filter(text => faultsOf({ [name]: text }).length !== 1)).toEqual([])
    expect(texts(within(schema)).flatMap(faultsOf)).toEqual([])
  }
)

test('covers lists of plain texts', () =>
  expect(textLists.map(({ name }) => name).toSorted()).toEqual([
    'column_name',
    'option_name',
    'option_name',
    'row_name'
  ]))
