// Keeps what the files omit: a field that they do not mention keeps its stored value, and so do the items of a list that they do not mention.
// Null and empty values are written.

import { withNames, withoutNames } from '#domain/formulas/named-expression.ts'
import { contentKindNames } from './content-kinds/definition.ts'
import { contentKinds } from './content-kinds/registry.ts'
import { emptyContent, type ContentTree, type ContentRow } from './content.ts'
import { listKey, type Desired, type DesiredRow } from './desired.ts'
import { listOfOptions } from './files/organisations-file.ts'
import { FORMULAS, namesBeforeAndAfter } from './formulas/formulas.ts'
import type { StoredContent, StoredContentRow } from './stored/stored-row.ts'
import { idsByKey } from './stored/write-rows.ts'

/** The programme as it will be: the files, completed with stored values that they omit. */
export function keepOmitted(desired: Desired, stored: StoredContent): Desired {
  const content = emptyContent<DesiredRow>()
  const kept = new Set<string>()
  for (const kind of contentKindNames) {
    for (const row of desired.content[kind].values()) {
      const before = stored[kind].get(row.key)
      content[kind].set(row.key, before === undefined ? row : withStored(row, before, content))
    }
    for (const row of stored[kind].values()) {
      if (content[kind].has(row.key) || !isRowKept(row, desired.lists, kept, content)) continue
      kept.add(row.key)
      const { file, line } = parentPosition(content, row)
      content[kind].set(row.key, {
        ...row,
        isKept: true,
        values: { ...row.values },
        place: { file, line },
        absent: new Set([...Object.keys(row.values), ...Object.keys(row.refs)])
      })
    }
  }
  keepFormulas(content, stored)
  return { ...desired, content }
}

function withStored(row: DesiredRow, before: StoredContentRow, content: ContentTree): DesiredRow {
  const { refs } = contentKinds[row.kind]
  const values = { ...row.values }
  const references = { ...row.refs }
  for (const column of row.absent)
    if (Object.hasOwn(before.values, column)) values[column] = before.values[column] ?? null
    else {
      const key = before.refs[column] ?? null
      // The row that it referred to is no longer in the files.
      const reference = refs?.[column]
      references[column] = key !== null && reference && content[reference.kind].has(key) ? key : null
    }
  return { ...row, values, refs: references }
}

/** A row stays if its parent and everything that it refers to stay. */
function isRowKept(
  row: StoredContentRow,
  lists: ReadonlySet<string>,
  kept: ReadonlySet<string>,
  content: ContentTree<DesiredRow>
): boolean {
  const { parent, refs = {} } = contentKinds[row.kind]
  if (!row.isActive) return false
  if (parent !== undefined && row.parent !== '' && !content[parent.kind].has(row.parent)) return false
  const isWhole = Object.entries(refs).every(([column, reference]) => {
    const key = row.refs[column] ?? null
    return key === null || content[reference.kind].has(key)
  })
  return isWhole && (kept.has(row.parent) || !lists.has(listOfRow(row)))
}

function listOfRow({ kind, parent, refs }: ContentRow): string {
  if (kind !== 'organisation_filter_options') return listKey(kind, parent)
  const option = refs['filter_option_id'] ?? ''
  return listOfOptions(parent, option.slice(0, option.lastIndexOf('/')))
}

/** A kept formula reads the same cells as before, even if they were renamed. */
function keepFormulas(content: ContentTree<DesiredRow>, stored: StoredContent): void {
  const cellsOf = namesBeforeAndAfter(stored, content, idsByKey(stored))
  for (const row of content.questions.values())
    for (const formula of FORMULAS.filter(one => row.absent.has(one))) {
      const text = row.values[formula]
      if (typeof text !== 'string') continue
      const [before, after] = cellsOf(row.parent)
      const byId = withoutNames(text, before)
      if (byId.ok) row.values[formula] = withNames(byId.value, after)
    }
}

/** The position of its closest parent in the files, for messages. */
function parentPosition(content: ContentTree<DesiredRow>, { kind, parent }: ContentRow): DesiredRow['place'] {
  const owner = contentKinds[kind].parent
  const place = owner && content[owner.kind].get(parent)?.place
  return place ?? { file: 'programme.json', line: 1 }
}
