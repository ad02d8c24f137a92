// Absent, null and empty differ, for every field and list of every kind.

import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { OutputName } from '#contract/output-names.ts'
import { contentKindNames, type KindName } from '#operations/provision/content-kinds/definition.ts'
import { contentKinds } from '#operations/provision/content-kinds/registry.ts'
import { addContentRow, emptyContent, keyFor } from '#operations/provision/content.ts'
import { addNode, emptyDesired } from '#operations/provision/desired.ts'
import { contentDifference } from '#operations/provision/difference.ts'
import type { FieldJson } from '#operations/provision/fields.ts'
import { refField, schemaOf, type NodeObject } from '#operations/provision/files/shapes.ts'
import { keepOmitted } from '#operations/provision/keep-omitted.ts'
import type { StoredContent, StoredContentRow } from '#operations/provision/stored/stored-row.ts'

const source = { place: () => ({ file: 'file.json', line: 1 }) }

/** A valid value of a field other than its default. */
const samples: readonly FieldJson[] = [
  'Something',
  'something',
  3,
  true,
  false,
  '2026-03-31',
  'a@b.example',
  'text/plain',
  'named',
  'publication',
  'integer',
  'case',
  'grid',
  'higher',
  'mean',
  'value',
  OutputName.options.slice(0, 1),
  [{ explorer_type: 'results', label: 'Results' }],
  { filters: {}, submissions: ['A/1'] },
  { kind: 'share', options: ['Easy'] }
]

function sampleOf(kind: KindName, column: string): FieldJson {
  const { schema, missing } = contentKinds[kind].fields[column]!
  const found = samples.find(
    value => v.is(schema, value) && JSON.stringify(value) !== JSON.stringify(missing)
  )
  if (found === undefined) throw new Error(`No sample fits ${kind}.${column}.`)
  return found
}

/** The key of a parent that both the files and the database have. */
function parentOf(kind: KindName, add: (kind: KindName, parent: string, name: string) => string): string {
  const { parent } = contentKinds[kind]
  return parent === undefined ? '' : add(parent.kind, parentOf(parent.kind, add), 'Parent')
}

/** A file and a database that both have one item of this kind; the file has it as `node`. */
function compare(kind: KindName, node: NodeObject, childList?: KindName) {
  const { fields, refs = {} } = contentKinds[kind]
  const stored = emptyContent<StoredContentRow>() as StoredContent
  const desired = emptyDesired()
  const base = { order: 1, storedOrder: 1, owner: {}, identity: { id: 1 }, isActive: true, isUsed: true }
  const addBoth = (other: KindName, parent: string, name: string): string => {
    const key = keyFor(parent, other, name)
    stored[other].set(key, { ...base, kind: other, key, parent, values: {}, refs: {} })
    desired.content[other].set(key, {
      kind: other,
      key,
      parent,
      values: {},
      refs: {},
      order: 1,
      place: source.place(),
      absent: new Set()
    })
    return key
  }
  const parent = parentOf(kind, addBoth)
  const targets = Object.fromEntries(
    Object.entries(refs).map(([column, reference]) => {
      const within =
        reference.within === undefined
          ? ''
          : parent.slice(0, parent.indexOf('projects:') === -1 ? 0 : undefined)
      const owner = reference.within === undefined ? '' : ancestorIn(within, reference.within)
      return [
        column,
        reference.isOfGrid || reference.none === 0 ? null : addBoth(reference.kind, owner, 'Target')
      ]
    })
  )
  const values = Object.fromEntries(Object.keys(fields).map(column => [column, sampleOf(kind, column)]))
  const row = addContentRow(stored, { ...base, kind, parent, values, refs: targets })
  if (childList !== undefined) {
    const child = keyFor(row.key, childList, 'Child')
    stored[childList].set(child, {
      ...base,
      kind: childList,
      key: child,
      parent: row.key,
      values: {},
      refs: {}
    })
  }
  const named = Object.fromEntries(
    Object.entries(targets).flatMap(([column, key]) => (key === null ? [] : [[refField(column), 'Target']]))
  )
  const whole: NodeObject = { ...values, ...named }
  const written: NodeObject = Object.fromEntries(
    Object.entries({ ...whole, ...node }).filter(([, value]) => value !== undefined)
  )
  const read = v.safeParse(schemaOf(kind), written)
  if (!read.success) return { isRefused: true, changed: [], removed: [] as string[] }
  addNode(desired, kind, read.output as NodeObject, parent, source, [], 1)
  const difference = contentDifference(stored, keepOmitted(desired, stored).content)
  return {
    isRefused: false,
    changed: difference.changed.flatMap(({ columns }) => columns),
    removed: difference.removed.map(one => one.row.key)
  }
}

const ancestorIn = (key: string, kind: KindName): string => {
  const parts = key.split('/')
  const at = parts.findIndex(part => part.startsWith(`${kind}:`))
  return at === -1 ? '' : parts.slice(0, at + 1).join('/')
}

const objects = contentKindNames.filter(kind => contentKinds[kind].isText !== true)
const ownFields = objects.flatMap(kind =>
  Object.entries(contentKinds[kind].fields)
    .filter(([column]) => !contentKinds[kind].key.includes(column))
    .map(([column, { missing }]) => [kind, column, missing] as const)
)
const references = objects.flatMap(kind =>
  Object.entries(contentKinds[kind].refs ?? {})
    .filter(
      ([column, { isOfGrid, none }]) =>
        !contentKinds[kind].key.includes(column) && isOfGrid !== true && none !== 0
    )
    .map(([column, { isRequired }]) => [kind, column, isRequired === true] as const)
)
const lists = objects.flatMap(kind =>
  Object.entries(contentKinds[kind].children ?? {}).map(([field, child]) => [kind, field, child] as const)
)

test('an item exactly as it is stored is no change', () => {
  for (const kind of objects)
    expect([kind, compare(kind, {})]).toEqual([kind, { isRefused: false, changed: [], removed: [] }])
})

describe('a field', () => {
  test.each(ownFields)('%s.%s', (kind, column, missing) => {
    const absent = compare(kind, { [column]: undefined })
    // A required field cannot be omitted; any other keeps its stored value.
    expect(absent).toEqual({ isRefused: missing === undefined, changed: [], removed: [] })
    const none = compare(kind, { [column]: null })
    const isNullable = v.is(contentKinds[kind].fields[column]!.schema, null)
    expect(none).toEqual({ isRefused: !isNullable, changed: isNullable ? [column] : [], removed: [] })
    for (const empty of ['', []] as FieldJson[]) {
      const mayBeEmpty = v.is(contentKinds[kind].fields[column]!.schema, empty)
      expect(compare(kind, { [column]: empty })).toEqual({
        isRefused: !mayBeEmpty,
        changed: mayBeEmpty ? [column] : [],
        removed: []
      })
    }
  })
})

describe('a reference', () => {
  test.each(references)('%s.%s', (kind, column, isRequired) => {
    const field = refField(column)
    expect(compare(kind, { [field]: undefined })).toEqual({ isRefused: isRequired, changed: [], removed: [] })
    expect(compare(kind, { [field]: null })).toEqual({
      isRefused: isRequired,
      changed: isRequired ? [] : [column],
      removed: []
    })
    expect(compare(kind, { [field]: '' }).isRefused).toBe(true)
  })
})

describe('a list', () => {
  test.each(lists)('%s.%s', (kind, field, child) => {
    expect(compare(kind, {}, child)).toEqual({ isRefused: false, changed: [], removed: [] })
    expect(compare(kind, { [field]: null }, child).isRefused).toBe(true)
    const empty = compare(kind, { [field]: [] }, child)
    expect(empty).toMatchObject({ isRefused: false, changed: [] })
    expect(empty.removed).toHaveLength(1)
  })
})
