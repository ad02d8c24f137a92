// Keeps what the files omit: a field that they do not mention keeps its stored value, and so do the items of a list that they do not mention.
// Null and empty values are written. What is kept must still be valid: a changed question can make a kept chart wrong.

import type { MemberRule } from '#domain/disclosure/member-rule.ts'
import { withNames, withoutNames } from '#domain/formulas/named-expression.ts'
import { contentKindNames } from './content-kinds/definition.ts'
import { contentKinds } from './content-kinds/registry.ts'
import { emptyContent, nameOfKey, rowKey, rowsUnder, type ContentRow, type ContentTree } from './content.ts'
import { emptyDesired, listKey, type Desired, type DesiredRow } from './desired.ts'
import { isLeftOut, rowsLeft } from './difference.ts'
import { faultsOfContent, type RowFault } from './files/checks.ts'
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
  keepMemberRules(content, stored)
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
  if (!row.isActive || isLeftOut(row)) return false
  if (parent !== undefined && row.parent !== '' && !content[parent.kind].has(row.parent)) return false
  const isWhole = Object.entries(refs).every(([column, reference]) => {
    const key = row.refs[column] ?? null
    return key === null || content[reference.kind].has(key)
  })
  return isWhole && (kept.has(row.parent) || !lists.has(listOfRow(row)))
}

export function listOfRow({ kind, parent, refs }: ContentRow): string {
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

/** A kept rule means the same filters and options as before, even if they were renamed. */
function keepMemberRules(content: ContentTree<DesiredRow>, stored: StoredContent): void {
  const nameOf = (kind: 'filters' | 'filter_options', before: string, parent = ''): [string, string] => {
    const row = rowsUnder(stored, kind, parent).find(one => nameOfKey(rowKey(one)) === before)
    return [row?.key ?? '', row === undefined ? before : nameOfKey(row.key)]
  }
  for (const { absent, values } of content.peer_groups.values()) {
    if (!absent.has('member_rule')) continue
    const { filters, ...rule } = values['member_rule'] as MemberRule
    const renamed = Object.entries(filters).map(([filter, options]) => {
      const [key, name] = nameOf('filters', filter)
      return [name, options.map(option => nameOf('filter_options', option, key)[1])]
    })
    values['member_rule'] = { ...rule, filters: Object.fromEntries(renamed) as MemberRule['filters'] }
  }
}

/** The position of its closest parent in the files, for messages. */
function parentPosition(content: ContentTree<DesiredRow>, { kind, parent }: ContentRow): DesiredRow['place'] {
  const owner = contentKinds[kind].parent
  const place = owner && content[owner.kind].get(parent)?.place
  return place ?? { file: 'programme.json', line: 1 }
}

/** The faults of rows in the files, and of kept rows those that they do not have already: nobody could correct these with the files. */
export function faultsOfRun(desired: Desired, stored: StoredContent): RowFault[] {
  const faultsIn = (some: Desired): RowFault[] =>
    faultsOfContent({ ...some, leftCells: rowsLeft('chart_parameters', stored, some.content) })
  const faults = faultsIn(desired)
  if (!faults.some(mayBeKnown)) return faults
  const known = new Set(faultsIn(keepOmitted(emptyDesired(), stored)).map(identityOfFault))
  return faults.filter(fault => !mayBeKnown(fault) || !known.has(identityOfFault(fault)))
}

/**
 * A chart can be saved without cells on screen, its cells could once lack the aggregate that they need, and a period can be published before data
 * collection is extended; an export has them as they are.
 */
const mayBeKnown = ({ row }: RowFault): boolean =>
  row.isKept === true || ['charts', 'chart_parameters', 'project_periods'].includes(row.kind)

const identityOfFault = ({ row, message }: RowFault): string => JSON.stringify([row.kind, row.key, message])
