// Applies the files of a programme to the database: additions, changes and removals, all or none.

import { sql } from 'kysely'
import { readDates } from '#server/auth/recorded-dates.ts'
import { lockRow } from '#server/database/locks.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { takeStructure, type TakenStructure } from '#server/database/structure-lock.ts'
import { transaction } from '#server/database/transaction.ts'
import { takeFilterOptions } from '#server/registrations/submission-rows.ts'
import { importAnswers } from './answers/import-answers.ts'
import type { AnswersTarget } from './answers/import-context.ts'
import { withConsent } from './consent.ts'
import { contentKindNames, nameField } from './content-kinds/definition.ts'
import { contentKinds } from './content-kinds/registry.ts'
import { ancestor, type ContentRow } from './content.ts'
import type { Desired } from './desired.ts'
import {
  contentDifference,
  refuseRow,
  type AnswersEntry,
  type RowChange,
  type Difference,
  type DifferenceEntry,
  type PlanEntry
} from './difference.ts'
import { effectsOf } from './effects.ts'
import { writeProvisionedFormulas } from './formulas/formula-ids.ts'
import { applyGuardingFormulas } from './formulas/formula-losses.ts'
import { faultsOfRun, keepOmitted } from './keep-omitted.ts'
import { refusalsOfLookAlikes } from './look-alikes.ts'
import { withMoments } from './moments.ts'
import { keepPublished } from './published-periods.ts'
import { refusalsOfQuestions } from './question-refusals.ts'
import { recordChanges } from './recorded-changes.ts'
import { changedFilterOptions, refreshAll, writeFiles } from './refresh-derived.ts'
import { refusalsOfChange, refusalsOfRemoval } from './refusals.ts'
import { formerName, renamesIn } from './renames.ts'
import { scopeLosses } from './scope-losses.ts'
import { readStoredContent } from './stored/stored-content.ts'
import type { StoredContent } from './stored/stored-row.ts'
import { renameInDefinitions } from './stored/stored-rules.ts'
import {
  deleteRow,
  idsByKey,
  insertAll,
  raiseVersions,
  retireRow,
  updateRow,
  writeOrder,
  writeNames
} from './stored/write-rows.ts'

export interface ProvisionTarget {
  programmeId: number
  /** The time zone of days in the files. */
  timeZone: string
  now: Date
  /** False only plans. */
  isApplied: boolean
  /** Whether items with answers may be retired. */
  mayRetire?: boolean
  /** Whether imported answers may replace those that people entered. */
  mayReplace?: boolean
}

/** Rolls the transaction back and carries the plan out of it. */
class DryRunRollback extends Error {
  readonly entries: PlanEntry[]
  constructor(entries: PlanEntry[]) {
    super('A plan writes nothing.')
    this.entries = entries
  }
}

/**
 * Returns the plan, and applies it if `isApplied` is set and nothing is refused. Plans by applying in a transaction that is rolled back, so that
 * the plan includes what the database would refuse.
 */
export async function provision(
  database: Database,
  desired: Desired,
  target: ProvisionTarget
): Promise<PlanEntry[]> {
  try {
    return await transaction(database, tx => provisionIn(tx, desired, target))
  } catch (error) {
    if (error instanceof DryRunRollback) return error.entries
    throw error
  }
}

/** Like `provision`, in the caller's transaction. */
export async function provisionIn(tx: Tx, read: Desired, target: ProvisionTarget): Promise<PlanEntry[]> {
  const { programmeId, timeZone, mayReplace = false } = target
  const desired = { ...read, content: withMoments(read.content, timeZone) }
  await lockRow(tx, 'programmes', programmeId, programmeId)
  const projects = await tx
    .selectFrom('projects')
    .select('project_id')
    .where('programme_id', '=', programmeId)
    .execute()
  const structure = await takeStructure(tx, programmeId, ...projects.map(({ project_id }) => project_id))
  await lockGroups(tx, programmeId)
  const stored = await readStoredContent(tx, programmeId, renamesIn(desired.content))
  const wanted = keepOmitted(desired, stored)
  const difference = contentDifference(stored, await keepPublished(tx, programmeId, wanted.content, stored))
  const dates = await readDates(tx, programmeId)
  const content = await writeDifference(structure, stored, wanted, difference, target)
  await recordChanges(tx, { programmeId, now: target.now, stored, dates, difference })
  const entries = [...content, ...(await answersOf(tx, content, read, { ...target, mayReplace }))]
  if (!target.isApplied || entries.some(({ change }) => change === 'refused'))
    throw new DryRunRollback(entries)
  return entries
}

/**
 * Calls that change the members of a peer group, or the charts of a group, do not take the structure lock. They lock the group, or the charts and by
 * a foreign key the group, and wait here. A chart's key stays free: cached figures refer to it.
 */
async function lockGroups(tx: Tx, programmeId: number): Promise<void> {
  for (const [table, id, strength] of [
    ['charts', 'chart_id', sql`for no key update`],
    ['chart_groups', 'chart_group_id', sql`for update`],
    ['peer_groups', 'peer_group_id', sql`for update`]
  ] as const)
    await sql`select 1 from ${sql.table(table)} where programme_id = ${programmeId} order by ${sql.ref(id)} ${strength}`.execute(
      tx
    )
}

/** The answers in the files, once the content that their codes name is as the files say. */
async function answersOf(
  tx: Tx,
  content: readonly DifferenceEntry[],
  { answers }: Desired,
  target: ProvisionTarget & AnswersTarget
): Promise<AnswersEntry[]> {
  // Codes may then be unknown only because what they name was refused.
  if (answers.length === 0 || content.some(({ change }) => change === 'refused')) return []
  const projects = await tx
    .selectFrom('projects')
    .select('project_id')
    .where('programme_id', '=', target.programmeId)
    .execute()
  // New projects too.
  const structure = await takeStructure(
    tx,
    target.programmeId,
    ...projects.map(({ project_id }) => project_id)
  )
  return importAnswers(structure, answers, target)
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
  const scopesLost = await scopeLosses(tx, programmeId, difference, stored)
  const ids = idsByKey(stored)
  // Before refusals: an option that nobody has any more can be removed in the same run.
  await takeFilterOptions(tx, programmeId, changedFilterOptions(difference, desired, ids))
  const sizeOf = (key: string): number => desired.files.get(key)?.byteLength ?? 0
  const refused = await refusalsOf(tx, programmeId, stored, desired, difference)
  const isRefused = (key: string): boolean => refused.some(entry => key === entry.key)
  const isPossible = ({ key }: ContentRow): boolean =>
    !isRefused(key) && !isRefused(ancestor(key, 'questions'))
  const possible: Difference = {
    added: difference.added,
    changed: difference.changed.filter(change => isPossible(change.desired)),
    removed: difference.removed.filter(({ row }) => isPossible(row))
  }
  const faults: DifferenceEntry[] = []
  const losses = await applyGuardingFormulas(tx, programmeId, stored, possible, async () => {
    await writeNames(tx, programmeId, possible.changed)
    await renameInDefinitions(tx, programmeId, possible.changed)
    for (const kind of contentKindNames) {
      const rows = possible.added.filter(row => row.kind === kind)
      if (rows.length > 0) await insertAll(tx, kind, rows, ids, { programmeId, now, sizeOf })
    }
    // New rows come before changed ones, which may refer to them.
    for (const change of possible.changed) await updateRow(tx, programmeId, change, ids, sizeOf)
    await removeAll(tx, programmeId, possible, difference)
    await raiseVersions(tx, programmeId, stored, possible)
    faults.push(...(await writeProvisionedFormulas(tx, programmeId, desired.content, possible, ids)))
  })
  await writeOrders(tx, programmeId, stored, desired, possible)
  await writeFiles(tx, programmeId, desired, possible, ids)
  const withoutTab = await refreshAll(structure, desired, possible, ids)
  const entries = [
    ...differenceEntries(possible, [...losses, ...withoutTab]),
    ...refused,
    ...losses,
    ...faults,
    ...withoutTab
  ]
  return withConsent(entries, effects, scopesLost, mayRetire, difference)
}

async function refusalsOf(
  tx: Tx,
  programmeId: number,
  stored: StoredContent,
  desired: Desired,
  difference: Difference
): Promise<DifferenceEntry[]> {
  const { content } = desired
  const refused = faultsOfRun(desired, stored).map(({ row, message }) => refuseRow(row, message))
  refused.push(...refusalsOfLookAlikes(stored, difference))
  refused.push(...(await refusalsOfQuestions(tx, programmeId, stored, content, difference)))
  for (const change of difference.changed) {
    const reasons = await refusalsOfChange(tx, programmeId, change)
    refused.push(...reasons.map(reason => refuseRow(change.desired, reason)))
  }
  for (const { row } of difference.removed) {
    const reasons = await refusalsOfRemoval(tx, programmeId, row, content, stored)
    refused.push(...reasons.map(reason => refuseRow(row, reason)))
  }
  return refused
}

function differenceEntries(
  { added, changed, removed }: Difference,
  refused: readonly DifferenceEntry[]
): DifferenceEntry[] {
  const isRefused = new Set(refused.map(({ key }) => key))
  const entries = [
    ...added.map(({ kind, key, place }): DifferenceEntry => ({ change: 'new', kind, key, place })),
    ...changed.map(entryOfChange),
    ...removed.flatMap(({ row: { kind, key }, isReported }): DifferenceEntry[] => {
      if (contentKinds[kind].onRemoval === 'retire') return [{ change: 'retired', kind, key }]
      return isReported ? [{ change: 'removed', kind, key }] : []
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
  const removable = new Set(possible.removed.map(({ row }) => row))
  const kept = all.removed.filter(({ row }) => !removable.has(row)).map(({ row }) => row.key)
  for (const row of removable) {
    if (contentKinds[row.kind].onRemoval === 'retire') await retireRow(tx, programmeId, row)
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
