// Brings a programme to what its files say: what is new, changed and gone, all of it or nothing.

import { lockRow } from '#server/database/locks.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { takeStructure, type TakenStructure } from '#server/database/structure-lock.ts'
import { transaction } from '#server/database/transaction.ts'
import { withConsent } from './consent.ts'
import { ancestor, type ContentRow } from './content.ts'
import type { Desired } from './desired.ts'
import { contentDifference, type RowChange, type Difference, type DifferenceEntry } from './difference.ts'
import { effectsOf } from './effects.ts'
import { faultsOfContent } from './files/checks.ts'
import { writeProvisionedFormulas } from './formulas/formula-ids.ts'
import { refusalsOfLosses } from './formulas/formula-losses.ts'
import { contentKindNames, nameField } from './kinds/content-kind.ts'
import { contentKinds } from './kinds/content-kinds.ts'
import { withMoments } from './moments.ts'
import { refusalsOfQuestions } from './question-refusals.ts'
import { refreshAll, writeFiles } from './refresh-derived.ts'
import { refusalOfChange, refusalOfRemoval } from './refusals.ts'
import { formerName, renamesIn } from './renames.ts'
import { storedContent } from './stored/stored-content.ts'
import type { StoredContent } from './stored/stored-row.ts'
import {
  deleteRow,
  idsByKey,
  insertAll,
  retireRow,
  updateRow,
  writeOrder,
  writeNames
} from './stored/write-rows.ts'
import { withKept } from './with-kept.ts'

export interface ProvisionTarget {
  programmeId: number
  /** The time zone of days in the files. */
  timeZone: string
  now: Date
  /** False only says what would be done. */
  isApplied: boolean
  /** Whether items with answers may be retired. */
  mayRetire?: boolean
}

/** Carries the plan out of a transaction that must leave nothing behind. */
class DryRunRollback extends Error {
  readonly entries: DifferenceEntry[]
  constructor(entries: DifferenceEntry[]) {
    super('Only planned.')
    this.entries = entries
  }
}

/**
 * The plan, carried out if that is asked for and nothing is refused. A plan is made by doing it and taking it back, so that it knows what
 * the database would refuse.
 */
export async function provision(
  database: Database,
  desired: Desired,
  target: ProvisionTarget
): Promise<DifferenceEntry[]> {
  try {
    return await transaction(database, tx => provisionIn(tx, desired, target))
  } catch (error) {
    if (error instanceof DryRunRollback) return error.entries
    throw error
  }
}

/** The same within a transaction of the caller's. */
export async function provisionIn(
  tx: Tx,
  read: Desired,
  target: ProvisionTarget
): Promise<DifferenceEntry[]> {
  const { programmeId, timeZone } = target
  const desired = { ...read, content: withMoments(read.content, timeZone) }
  await lockRow(tx, 'programmes', programmeId, programmeId)
  const projects = await tx
    .selectFrom('projects')
    .select('project_id')
    .where('programme_id', '=', programmeId)
    .execute()
  const structure = await takeStructure(tx, programmeId, ...projects.map(({ project_id }) => project_id))
  const stored = await storedContent(tx, programmeId, renamesIn(desired.content))
  const wanted = withKept(desired, stored)
  const difference = contentDifference(stored, wanted.content)
  const entries = await writeDifference(structure, stored, wanted, difference, target)
  if (!target.isApplied || entries.some(({ change }) => change === 'refused'))
    throw new DryRunRollback(entries)
  return entries
}

/** Reports all refusals at once. If there are any, nothing is written. */
async function writeDifference(
  structure: TakenStructure,
  stored: StoredContent,
  desired: Desired,
  difference: Difference,
  { programmeId, now, mayRetire = false }: ProvisionTarget
): Promise<DifferenceEntry[]> {
  const { tx } = structure
  const effects = await effectsOf(tx, programmeId, difference, stored)
  const ids = idsByKey(stored)
  const sizeOf = (key: string): number => desired.files.get(key)?.byteLength ?? 0
  const refused = await refusalsOf(tx, programmeId, stored, desired, difference)
  const isRefused = (key: string): boolean => refused.some(entry => key === entry.key)
  const isPossible = ({ key }: ContentRow): boolean =>
    !isRefused(key) && !isRefused(ancestor(key, 'questions'))
  const possible: Difference = {
    added: difference.added,
    changed: difference.changed.filter(change => isPossible(change.desired)),
    gone: difference.gone.filter(({ row }) => isPossible(row))
  }
  const losses = await refusalsOfLosses(tx, programmeId, stored, possible, async () => {
    await writeNames(tx, programmeId, possible.changed)
    for (const kind of contentKindNames) {
      const rows = possible.added.filter(row => row.kind === kind)
      if (rows.length > 0) await insertAll(tx, kind, rows, ids, { programmeId, now, sizeOf })
    }
    // New rows come before changed ones, which may refer to them.
    for (const change of possible.changed) await updateRow(tx, programmeId, change, ids, sizeOf)
    await removeAll(tx, programmeId, possible, difference)
  })
  await writeOrders(tx, programmeId, stored, desired, possible)
  const faults = await writeProvisionedFormulas(tx, programmeId, desired.content, possible, ids)
  await writeFiles(tx, programmeId, desired, possible, ids)
  await refreshAll(structure, desired, possible, ids)
  const entries = [...differenceEntries(possible, losses), ...refused, ...losses, ...faults]
  return withConsent(entries, effects, mayRetire, difference)
}

async function refusalsOf(
  tx: Tx,
  programmeId: number,
  stored: StoredContent,
  desired: Desired,
  difference: Difference
): Promise<DifferenceEntry[]> {
  const { content } = desired
  const refused = faultsOfContent(desired).map(({ row: { kind, key, place }, message }): DifferenceEntry => ({
    change: 'refused',
    kind,
    key,
    place,
    reason: message
  }))
  refused.push(...(await refusalsOfQuestions(tx, programmeId, stored, content, difference)))
  for (const change of difference.changed) {
    const reason = await refusalOfChange(tx, programmeId, change)
    const { kind, key, place } = change.desired
    if (reason !== undefined) refused.push({ change: 'refused', kind, key, place, reason })
  }
  for (const { row } of difference.gone) {
    const reason = await refusalOfRemoval(tx, programmeId, row, content)
    const { kind, key } = row
    if (reason !== undefined) refused.push({ change: 'refused', kind, key, reason })
  }
  return refused
}

function differenceEntries(
  { added, changed, gone }: Difference,
  refused: readonly DifferenceEntry[]
): DifferenceEntry[] {
  const isRefused = new Set(refused.map(({ key }) => key))
  const entries = [
    ...added.map(({ kind, key, place }): DifferenceEntry => ({ change: 'new', kind, key, place })),
    ...changed.map(entryOfChange),
    ...gone.flatMap(({ row: { kind, key }, isTold }): DifferenceEntry[] => {
      if (contentKinds[kind].gone === 'retire') return [{ change: 'retired', kind, key }]
      return isTold ? [{ change: 'removed', kind, key }] : []
    })
  ]
  return entries.filter(({ key }) => !isRefused.has(key))
}

function entryOfChange(change: RowChange): DifferenceEntry {
  const { kind, key, place } = change.desired
  const was = formerName(change)
  if (was === undefined) return { change: 'changed', kind, key, place, columns: change.columns }
  const columns = change.columns.filter(column => column !== nameField(contentKinds[kind]))
  return { change: 'renamed', kind, key, place, columns, was }
}

/** Keeps everything that belongs to an item that cannot be removed. */
async function removeAll(tx: Tx, programmeId: number, possible: Difference, all: Difference): Promise<void> {
  const going = new Set(possible.gone.map(({ row }) => row))
  const kept = all.gone.filter(({ row }) => !going.has(row)).map(({ row }) => row.key)
  for (const { row } of possible.gone) {
    if (contentKinds[row.kind].gone === 'retire') await retireRow(tx, programmeId, row)
    else if (!kept.some(key => key.startsWith(row.key))) await deleteRow(tx, programmeId, row)
  }
}

async function writeOrders(
  tx: Tx,
  programmeId: number,
  stored: StoredContent,
  { content }: Desired,
  { added, changed }: Difference
): Promise<void> {
  const lists = new Set([
    ...added.map(({ kind, parent }) => `${kind} ${parent}`),
    ...changed
      .filter(({ columns }) => columns.includes('display_order') || columns.includes('is_active'))
      .map(({ desired: { kind, parent } }) => `${kind} ${parent}`)
  ])
  for (const kind of contentKindNames.filter(name => contentKinds[name].isOrdered))
    for (const row of content[kind].values()) {
      const before = stored[kind].get(row.key)
      if (before && before.storedOrder !== row.order && lists.has(`${kind} ${row.parent}`))
        await writeOrder(tx, programmeId, before, row.order)
    }
}
