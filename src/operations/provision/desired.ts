// The content that files describe, as it is read.

import type { Readable } from 'node:stream'
import type { Result } from '#lib/result.ts'
import type { ReadFault } from '#outside/folder.ts'
import type { Fault } from '#programme/faults/fault.ts'
import type { KindName, KindReference } from './content-kinds/definition.ts'
import { contentKinds } from './content-kinds/registry.ts'
import {
  addContentRow,
  ancestor,
  emptyContent,
  keyFor,
  rowKey,
  nameOfKey,
  type ContentTree,
  type FilePosition,
  type ContentRow
} from './content.ts'
import type { JsonFile, JsonPath } from './files/json-file.ts'
import { axesOfNode } from './files/places.ts'
import { refField, type GridNode, type NodeObject } from './files/shapes.ts'

/** A file of answers; it may be larger than the memory. */
export interface AnswersFile {
  /** The code of its project. */
  project: string
  /** Relative to the programme's folder. */
  file: string
  /** Reads from the start each time, because a transaction may be retried. */
  open: () => Result<Readable, ReadFault>
}

export interface DesiredRow extends ContentRow {
  place: FilePosition
  /** Columns that the file omits: they keep their stored values. */
  absent: ReadonlySet<string>
  /** Its former name. */
  was?: string
  /** The files omit it, so it stays as it is stored. */
  isKept?: true
}

export interface Desired {
  content: ContentTree<DesiredRow>
  /** The content of documents by their keys. */
  files: Map<string, Buffer>
  /** The lists in the files, including empty ones. Items of lists that the files omit stay. */
  lists: Set<string>
  /** Files of answers, which are read while they are imported. */
  answers: AnswersFile[]
  faults: Fault[]
}

export const emptyDesired = (): Desired => ({
  content: emptyContent(),
  files: new Map(),
  lists: new Set(),
  answers: [],
  faults: []
})

/** Gives positions in a JSON file, or in a workbook that was read as one. */
export interface PositionSource {
  place: (path: JsonPath) => FilePosition
}

export const sourceOf = <T>({ file, lineAt }: JsonFile<T>): PositionSource => ({
  place: path => ({ file, line: lineAt(path) })
})

export const faultAt = ({ file, line }: FilePosition, message: string, hint?: string): Fault => ({
  file,
  line,
  column: 1,
  message,
  ...(hint !== undefined && { hint })
})

export const listKey = (kind: KindName, parent: string): string => `${kind} ${parent}`

/** Adds a list of items of one parent, with their children. */
export function addNodes(
  desired: Desired,
  kind: KindName,
  nodes: readonly GridNode[] | undefined,
  parent: string,
  source: PositionSource,
  path: JsonPath
): DesiredRow[] {
  if (nodes === undefined) return []
  desired.lists.add(listKey(kind, parent))
  return nodes.map((node, index) => addNode(desired, kind, node, parent, source, [...path, index], index + 1))
}

export function addNode(
  desired: Desired,
  kind: KindName,
  node: GridNode,
  parent: string,
  source: PositionSource,
  path: JsonPath,
  order: number
): DesiredRow {
  const { children = {}, mayRepeat, word } = contentKinds[kind]
  const place = source.place(path)
  const parts =
    typeof node === 'string'
      ? rowFromText(kind, node, parent)
      : rowFromObject(desired, kind, node, parent, place)
  const row = addContentRow<DesiredRow>(desired.content, { kind, parent, ...parts, place, order })
  if (mayRepeat !== true && row.key !== rowKey(row))
    desired.faults.push(
      faultAt(place, `the ${word} "${nameOfKey(rowKey(row))}" is listed twice`, 'remove one of them')
    )
  if (typeof node !== 'string')
    for (const [field, child] of Object.entries(children))
      addNodes(desired, child, node[field] as GridNode[] | undefined, row.key, source, [...path, field])
  return row
}

type DesiredParts = Pick<DesiredRow, 'values' | 'refs' | 'absent' | 'was'>

function rowFromText(kind: KindName, text: string, parent: string): DesiredParts {
  const { fields, refs = {} } = contentKinds[kind]
  const [ref] = Object.entries(refs)
  const absent = new Set<string>()
  if (ref !== undefined) return { values: {}, refs: { [ref[0]]: targetOf(ref[1], text, parent) }, absent }
  return { values: Object.fromEntries(Object.keys(fields).map(column => [column, text])), refs: {}, absent }
}

function rowFromObject(
  desired: Desired,
  kind: KindName,
  node: NodeObject,
  parent: string,
  place: FilePosition
): DesiredParts {
  const { fields, refs = {}, key } = contentKinds[kind]
  const absent = new Set([
    ...Object.keys(fields).filter(column => node[column] === undefined),
    ...Object.keys(refs).filter(column => node[refField(column)] === undefined)
  ])
  // Names and codes are never kept: they identify the item.
  for (const column of key) absent.delete(column)
  const common = { absent, ...(typeof node['was'] === 'string' && { was: node['was'] }) }
  const values = Object.fromEntries(
    Object.entries(fields).map(([column, { missing }]) => [
      column,
      node[column] === undefined ? (missing ?? null) : node[column]
    ])
  )
  const named = Object.fromEntries(
    Object.entries(refs).map(([column, reference]) => {
      const name = node[refField(column)] as string | null | undefined
      return [column, name === null || name === undefined ? null : targetOf(reference, name, parent)]
    })
  )
  if (kind !== 'chart_parameters') return { values, refs: named, ...common }
  const found = axesOfNode(desired.content, named['question_id'] ?? '', node)
  if (typeof found === 'string') desired.faults.push(faultAt(place, found))
  return {
    values,
    ...common,
    refs: { ...named, ...(typeof found === 'string' ? { row_id: null, column_id: null } : found) }
  }
}

const targetOf = (reference: KindReference, name: string, parent: string): string =>
  keyFor(reference.within === undefined ? '' : ancestor(parent, reference.within), reference.kind, name)

/** Reports names that refer to nothing. */
export function checkReferences({ content, faults }: Desired): void {
  for (const rows of Object.values(content))
    for (const { kind, refs, place } of rows.values())
      for (const [column, key] of Object.entries(refs)) {
        const reference = contentKinds[kind].refs?.[column]
        if (key === null || reference === undefined || content[reference.kind].has(key)) continue
        faults.push(faultAt(place, unknownNameFault(content, reference, key)))
      }
}

function unknownNameFault(content: ContentTree<DesiredRow>, { kind }: KindReference, key: string): string {
  const { word } = contentKinds[kind]
  const known = [...content[kind].keys()].filter(one =>
    one.startsWith(key.slice(0, key.lastIndexOf('/') + 1))
  )
  const names = known.slice(0, 8).map(nameOfKey)
  return `there is no ${word} "${nameOfKey(key)}"${names.length === 0 ? '' : `; there are ${names.join(', ')}${known.length > names.length ? ' …' : ''}`}`
}
