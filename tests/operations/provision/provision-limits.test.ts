// Every field of every kind just within and just beyond its limits, generated from the schemas of the calls.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as v from 'valibot'
import { afterAll, expect, test } from 'vitest'
import { contentKinds } from '#operations/provision/content-kinds/registry.ts'
import { readFolder } from '#operations/provision/files/read-folder.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { writeExample } from '#tests/support/worked-example.ts'

const folder = mkdtempSync(join(tmpdir(), 'limits-'))
afterAll(() => rmSync(folder, { recursive: true }))

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

/** Values beyond what a schema allows; each must be refused. */
function beyond(schema: v.GenericSchema): unknown[] {
  const rules = rulesOf(schema)
  const has = (type: string): boolean => rules.some(rule => rule.type === type)
  const number = (type: string): number[] =>
    rules.filter(rule => rule.type === type).map(rule => rule.requirement as number)
  return [
    ...number('max_length').map(most => (has('array') ? undefined : 'x'.repeat(most + 1))),
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

let count = 0
function faultsWith(kind: keyof typeof places, field: string, value: unknown): string[] {
  const [file, way] = places[kind]
  const root = writeExample(join(folder, String((count += 1))))
  const json = JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, unknown>
  const node = way.reduce<Record<string | number, unknown>>(
    (found, step) => found[step] as Record<string, unknown>,
    json
  )
  node[field] = value
  writeFileSync(join(root, file), JSON.stringify(json, null, 1))
  const read = readFolder(root)
  return read.ok ? [] : read.error.map(describeFault)
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

/** Whether the field itself is at fault, not another rule that its value breaks. */
const isOf = (kind: keyof typeof places, field: string) => (fault: string) =>
  new RegExp(
    `^${places[kind][0]}:\\d+:\\d+ (missing field "|entry \\d+ |\\w+: )?${field}"? ?(must|is|$)`
  ).test(fault)

test.each(fields)('$kind, $field: just beyond its limits it is refused', ({ kind, field, schema }) => {
  const accepted = beyond(schema).filter(value => !faultsWith(kind, field, value).some(isOf(kind, field)))
  expect(accepted).toEqual([])
})

test.each(fields)('$kind, $field: at its limits it is not refused', ({ kind, field, schema }) => {
  const faults = within(schema).flatMap(value => faultsWith(kind, field, value).filter(isOf(kind, field)))
  expect(faults.filter(fault => !/is only for/.test(fault))).toEqual([])
})
