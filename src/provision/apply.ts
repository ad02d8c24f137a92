// Brings a programme to what its files say: what is new, changed and gone, all of it or nothing.
import { lockRow, lockRows } from '#server/database/locks.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Desired } from './desired.ts'
import { differenceOf, type Change, type Difference, type Entry } from './difference.ts'
import { writeFormulas } from './formula-ids.ts'
import { kindNames } from './kind.ts'
import { kinds } from './kinds.ts'
import { refreshAll, writeFiles } from './aftermath.ts'
import { refusalOfChange, refusalOfRemoval } from './refusals.ts'
import { storedContent } from './stored-content.ts'
import type { StoredContent } from './stored-row.ts'
import { deleteRow, idsOf, insertAll, retireRow, updateRow, writeOrder, type Ids } from './write-rows.ts'

export interface Target {
  programmeId: number
  now: Date
  /** False only says what would be done. */
  isApplied: boolean
}

/** Carries the plan out of a transaction that must leave nothing behind. */
class OnlyPlanned extends Error {
  readonly entries: Entry[]
  constructor(entries: Entry[]) {
    super('Only planned.')
    this.entries = entries
  }
}

/**
 * The plan, carried out if that is asked for and nothing is refused. A plan is made by doing it and taking it back, so that it knows what
 * the database would refuse.
 */
export async function provision(database: Database, desired: Desired, target: Target): Promise<Entry[]> {
  try {
    return await transaction(database, tx => provisionIn(tx, desired, target))
  } catch (error) {
    if (error instanceof OnlyPlanned) return error.entries
    throw error
  }
}

/** The same within a transaction of the caller's. */
export async function provisionIn(tx: Tx, desired: Desired, target: Target): Promise<Entry[]> {
  const { programmeId } = target
  await lockRow(tx, 'programmes', programmeId, programmeId)
  const projects = await tx
    .selectFrom('projects')
    .select('project_id')
    .where('programme_id', '=', programmeId)
    .execute()
  await lockRows(
    tx,
    'projects',
    programmeId,
    projects.map(({ project_id }) => project_id)
  )
  const stored = await storedContent(tx, programmeId)
  const difference = differenceOf(stored, desired.content)
  const entries = await write(tx, stored, desired, difference, target)
  if (!target.isApplied || entries.some(({ change }) => change === 'refused')) throw new OnlyPlanned(entries)
  return entries
}

async function write(
  tx: Tx,
  stored: StoredContent,
  desired: Desired,
  difference: Difference,
  { programmeId, now }: Target
): Promise<Entry[]> {
  const ids = idsOf(stored)
  const sizeOf = (key: string): number => desired.files.get(key)?.byteLength ?? 0
  const refused = await changeAll(
    tx,
    programmeId,
    stored,
    difference,
    ids,
    async () => {
      for (const kind of kindNames) {
        const rows = difference.added.filter(row => row.kind === kind)
        if (rows.length > 0) await insertAll(tx, kind, rows, ids, { programmeId, now, sizeOf })
      }
    },
    sizeOf
  )
  const gone = await removeAll(tx, programmeId, difference, desired)
  await writeOrders(tx, programmeId, stored, desired, difference)
  const faults = await writeFormulas(tx, programmeId, desired.content, difference, ids)
  await writeFiles(tx, programmeId, desired, difference, ids)
  await refreshAll(tx, programmeId, desired, difference, ids)
  return [
    ...difference.added.map(({ kind, key, place }): Entry => ({ change: 'new', kind, key, place })),
    ...difference.changed
      .filter(change => !refused.some(({ key }) => key === change.desired.key))
      .map(({ desired: { kind, key, place }, columns }): Entry => ({
        change: 'changed',
        kind,
        key,
        place,
        columns
      })),
    ...gone,
    ...refused,
    ...faults
  ]
}

/** New rows come before changed ones, which may refer to them. */
async function changeAll(
  tx: Tx,
  programmeId: number,
  stored: StoredContent,
  { changed }: Difference,
  ids: Ids,
  insert: () => Promise<void>,
  sizeOf: (key: string) => number
): Promise<Entry[]> {
  const refused: Entry[] = []
  const possible: Change[] = []
  for (const change of changed) {
    const reason = await refusalOfChange(tx, programmeId, change, stored)
    const { kind, key, place } = change.desired
    if (reason === undefined) possible.push(change)
    else refused.push({ change: 'refused', kind, key, place, reason })
  }
  await insert()
  for (const change of possible) await updateRow(tx, programmeId, change, ids, sizeOf)
  return refused
}

async function removeAll(
  tx: Tx,
  programmeId: number,
  { gone }: Difference,
  desired: Desired
): Promise<Entry[]> {
  const entries: Entry[] = []
  const kept = new Set<string>()
  for (const { row, isTold } of gone) {
    const { kind, key } = row
    const reason = await refusalOfRemoval(tx, programmeId, row, desired.content)
    if (reason !== undefined) entries.push({ change: 'refused', kind, key, reason })
    else if (kinds[kind].gone === 'retire') {
      await retireRow(tx, programmeId, row)
      entries.push({ change: 'retired', kind, key })
    } else {
      if (![...kept].some(one => one.startsWith(key))) await deleteRow(tx, programmeId, row)
      if (isTold) entries.push({ change: 'removed', kind, key })
    }
    if (reason !== undefined) kept.add(key)
  }
  return entries
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
  for (const kind of kindNames.filter(name => kinds[name].isOrdered))
    for (const row of content[kind].values()) {
      const before = stored[kind].get(row.key)
      if (before && before.storedOrder !== row.order && lists.has(`${kind} ${row.parent}`))
        await writeOrder(tx, programmeId, before, row.order)
    }
}
