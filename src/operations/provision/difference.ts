// Compares the content of files with that of the database.

import { contentKindNames, type KindName } from './content-kinds/definition.ts'
import { contentKinds } from './content-kinds/registry.ts'
import type { ContentRow, ContentTree, FilePosition } from './content.ts'
import type { DesiredRow } from './desired.ts'
import type { FieldJson } from './fields.ts'
import type { StoredContent, StoredContentRow } from './stored/stored-row.ts'

export interface RowChange {
  stored: StoredContentRow
  desired: DesiredRow
  /** The columns that differ; `display_order` and `is_active` among them. */
  columns: string[]
}

export interface Difference {
  added: DesiredRow[]
  changed: RowChange[]
  /** Rows that the files omit, in the order of their removal. Rows that are removed with their owner are not reported. */
  removed: { row: StoredContentRow; isReported: boolean }[]
}

export interface Effect {
  answers: number
  submissions: number
  /** Accounts of the organisations whose submissions they are. */
  people: number
}

/** In the order of the report's summary. */
export const CHANGES = ['new', 'changed', 'renamed', 'retired', 'removed', 'refused'] as const

export interface DifferenceEntry {
  change: (typeof CHANGES)[number]
  kind: KindName
  key: string
  columns?: string[]
  /** Its former name. */
  was?: string
  place?: FilePosition
  /** How many answers, submissions and people it affects. */
  effect?: Effect
  /** Of a refusal. */
  reason?: string
}

/** Answers that files bring to a questionnaire and period, or a line of them that is refused. */
export interface AnswersEntry {
  change: 'new' | 'changed' | 'refused'
  kind: 'answers'
  key: string
  place: FilePosition
  /** What changes; missing for a refusal. */
  summary?: string
  effect?: Effect
  reason?: string
}

/** A line of the plan. */
export type PlanEntry = DifferenceEntry | AnswersEntry

export const refuseRow = (
  { kind, key, place }: Pick<DifferenceEntry, 'kind' | 'key' | 'place'>,
  reason: string
): DifferenceEntry => ({ change: 'refused', kind, key, ...(place && { place }), reason })

/** Every row that is added, changed or removed. */
export const rowsOf = ({ added, changed, removed }: Difference): ContentRow[] => [
  ...added,
  ...changed.map(({ desired }) => desired),
  ...removed.map(({ row }) => row)
]

/** JSON with sorted fields: the database stores them in an order of its own. */
const canonicalJson = (value: FieldJson | undefined): string =>
  JSON.stringify(value ?? null, (_, part: FieldJson) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part
  )

export function contentDifference(stored: StoredContent, desired: ContentTree<DesiredRow>): Difference {
  const difference: Difference = { added: [], changed: [], removed: [] }
  for (const kind of contentKindNames) {
    for (const row of desired[kind].values()) {
      const before = stored[kind].get(row.key)
      if (before === undefined) difference.added.push(row)
      else {
        const columns = changedColumns(before, row)
        if (columns.length > 0) difference.changed.push({ stored: before, desired: row, columns })
      }
    }
  }
  for (const kind of contentKindNames.toReversed())
    for (const row of stored[kind].values()) {
      if (desired[kind].has(row.key) || !row.isActive) continue
      const fate = classifyOmitted(row, stored, desired)
      if (fate !== 'kept') difference.removed.push({ row, isReported: fate === 'removed' })
    }
  return difference
}

function changedColumns(before: StoredContentRow, row: DesiredRow): string[] {
  const { isOrdered } = contentKinds[row.kind]
  const values = Object.keys(row.values).filter(
    column => canonicalJson(row.values[column]) !== canonicalJson(before.values[column])
  )
  const refs = Object.keys(row.refs).filter(column => row.refs[column] !== before.refs[column])
  return [
    ...values,
    ...refs,
    ...(before.isActive ? [] : ['is_active']),
    ...(isOrdered && before.isActive && row.order !== before.order ? ['display_order'] : [])
  ]
}

/**
 * What happens to a row that the files omit. It is removed with its owners (its parent, and rows that it refers to) if one of them is removed; it
 * is kept if all of them that the files omit are kept or only retired, or if an export leaves it out.
 */
function classifyOmitted(
  row: StoredContentRow,
  stored: StoredContent,
  desired: ContentTree
): 'removed' | 'removed with its owner' | 'kept' {
  const { parent, refs = {} } = contentKinds[row.kind]
  const owners = [
    ...(parent ? [stored[parent.kind].get(row.parent)] : []),
    ...Object.entries(refs).map(([column, { kind }]) => stored[kind].get(row.refs[column] ?? ''))
  ].filter(owner => owner !== undefined && !desired[owner.kind].has(owner.key))
  if (owners.length === 0) return isLeftOut(row) && !isAskedAgain(row, stored, desired) ? 'kept' : 'removed'
  return owners.every(owner => owner && isKeptInDatabase(owner, stored, desired))
    ? 'kept'
    : 'removed with its owner'
}

/** Whether an export leaves a question out, although it is not retired: nobody is asked it, and files cannot name what its formula reads. */
export const isLeftOut = ({ kind, isActive, isUsed }: StoredContentRow): boolean =>
  kind === 'questions' && isActive && !isUsed

/** Whether the files restore a part that asks the question. */
const isAskedAgain = ({ key }: StoredContentRow, stored: StoredContent, desired: ContentTree): boolean =>
  [...stored.question_memberships.values()].some(
    ({ parent, refs: { question_id, row_id, column_id } }) =>
      question_id === key &&
      desired.sub_sections.has(parent) &&
      (!row_id || desired.sub_section_rows.has(row_id)) &&
      (!column_id || desired.sub_section_columns.has(column_id))
  )

const isKeptInDatabase = (row: StoredContentRow, stored: StoredContent, desired: ContentTree): boolean =>
  contentKinds[row.kind].onRemoval !== 'delete' || classifyOmitted(row, stored, desired) === 'kept'

/** Rows in use that the files omit and a run leaves as they are, because what they depend on is only retired. */
export const rowsLeft = (kind: KindName, stored: StoredContent, desired: ContentTree): StoredContentRow[] =>
  [...stored[kind].values()].filter(
    row => row.isActive && !desired[kind].has(row.key) && classifyOmitted(row, stored, desired) === 'kept'
  )
