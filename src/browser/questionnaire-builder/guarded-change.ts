// Changes that never overwrite another admin's. What a change would overwrite is compared with what its author saw, and the
// server refuses it if that changes before it arrives. On a slow connection the next change is made before the last one is saved: they are sent in turn.

import { atom } from 'nanostores'
import { isOffered } from '#browser/api/offered.ts'
import { CHANGED_SINCE, createUndoHistory, type UndoStep } from '#browser/editing/undo-history.ts'
import { getStructure, type Structure } from '#contract/questionnaire-structures.ts'
import { err, mapResult, ok, type Result } from '#lib/result.ts'
import { reloadStructure, shownStructure } from './builder.ts'
import {
  membershipAt,
  partAt,
  sectionAt,
  subSectionAt,
  subSectionOf,
  withoutPart,
  type PartRef
} from './parts.ts'

export type PartChange = Record<string, unknown>

export interface GuardedChange<T> {
  /** Names what is read and written. `isNewest` tells of nothing else. */
  key: string
  /** What the change would overwrite, as text to compare; null if its part is gone. */
  read: (structure: Structure) => string | null
  /** Sends the change with the version that it is based on. */
  send: (structure: Structure) => Promise<Result<T>>
  /** Whether what was written is the newest: nobody has changed the same between the change and the reload. */
  isNewest(structure: Structure, written: T): boolean
  /** The change that takes this back. */
  inverse(written: T): GuardedChange<unknown>
}

const isOutdated = (result: Result<unknown>): boolean => !result.ok && result.error.startsWith('version: ')

/** A change that waits for those before it. */
interface Turn {
  key: string
  read: (structure: Structure) => string | null
  /** What its author saw, and what the author's own changes have made of that since. */
  seen: string | null
}

const laterTurns = new Set<Turn>()
/** Whether all that waited together was saved. */
let lastTurn = Promise.resolve(true)
/** How many changes are not saved yet. */
export const $unsent = atom(0)
/** Waits for the changes that are not saved yet. False if one of them could not be saved. */
export const untilAllSent = async (): Promise<boolean> => $unsent.get() === 0 || lastTurn

/** What was done in this visit. */
export const questionnaireHistory = createUndoHistory({
  inTurn: work =>
    takeTurn(async () => {
      await work()
      return ok(null)
    })
})

interface SentChange<T> {
  change: GuardedChange<T>
  written: T
}

/** Does the work when everything queued before it has ended. Work must not wait for the queue itself. */
function takeTurn<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  const before = untilAllSent()
  $unsent.set($unsent.get() + 1)
  const done = before.then(work)
  lastTurn = done
    .then(
      result => result.ok,
      () => false
    )
    .then(async isSaved => {
      $unsent.set($unsent.get() - 1)
      return (await before) && isSaved
    })
  return done
}

/**
 * Sends a change once those before it are saved. It is made only then, so that it can build on them. It overwrites what is shown now and what its author has
 * changed since, but nothing that anyone else has changed.
 */
export function sendInTurn<T>(
  make: () => GuardedChange<T>,
  seen = readShown(make())
): Promise<Result<SentChange<T>>> {
  const turn: Turn = { key: make().key, read: structure => make().read(structure), seen }
  laterTurns.add(turn)
  return takeTurn(async () => {
    laterTurns.delete(turn)
    const change = make()
    return mapResult(await sendUnlessNewer(change, turn.seen), written => ({ change, written }))
  })
}

/** Adds a part once what was changed before is saved. Nothing is overwritten. `idOf` is its id. */
export const addInTurn = <T>(
  kind: OrderedParts['part'],
  add: () => Promise<Result<T>>,
  idOf: (added: T) => number
): Promise<Result<T>> =>
  takeTurn(async () => {
    const before = shownStructure()
    const result = await add()
    if (before !== null && result.ok) noteAdded(before, { kind, id: idOf(result.value) })
    return result
  })

/** Where nothing but the added part differs from what they have seen, those who wait have seen it too. */
function noteAdded(before: Structure, added: PartRef): void {
  const after = shownStructure()
  if (after === null) return
  const others = withoutPart(after, added)
  for (const turn of laterTurns)
    if (turn.seen === turn.read(before) && turn.seen === turn.read(others)) turn.seen = turn.read(after)
}

const readShown = ({ read }: Pick<Turn, 'read'>): string | null => {
  const structure = shownStructure()
  return structure && read(structure)
}

/** Where nobody else has changed the same, those who wait have seen what their author has made of it. */
function noteSaved<T>(before: Structure, change: GuardedChange<T>, written: T): void {
  const after = shownStructure()
  if (after === null || !change.isNewest(after, written)) return
  for (const turn of laterTurns)
    if (turn.key === change.key && turn.seen === turn.read(before)) turn.seen = turn.read(after)
}

/** Sends a change if it overwrites what was `seen`. Tries twice: someone may have changed another field of the same part. */
async function sendUnlessNewer<T>(
  change: GuardedChange<T>,
  seen: string | null,
  triesLeft = 2
): Promise<Result<T>> {
  const structure = shownStructure()
  if (structure === null || seen === null || change.read(structure) !== seen) return err(CHANGED_SINCE)
  const result = await change.send(structure)
  if (result.ok) noteSaved(structure, change, result.value)
  if (!isOutdated(result)) return result
  await reloadStructure()
  return triesLeft > 1 ? sendUnlessNewer(change, seen, triesLeft - 1) : err(CHANGED_SINCE)
}

/** Records a change that has been saved, so that it can be undone unless someone has changed the same since. */
export const recordChange = <T>(words: string, change: GuardedChange<T>, written: T): void =>
  questionnaireHistory.record(undoStep(words, change, written))

function undoStep<T>(words: string, change: GuardedChange<T>, written: T): UndoStep {
  const inverse = change.inverse(written)
  const structure = shownStructure()
  const seen = structure && change.isNewest(structure, written) ? inverse.read(structure) : null
  const revert = async (): Promise<Result<UndoStep>> => {
    await reloadStructure()
    const result: Result<unknown> = await sendUnlessNewer(inverse, seen)
    return mapResult(result, now => undoStep(words, inverse, now))
  }
  return { words, revert }
}

/** The version that the server compares for changes of a part. */
export function readVersion(structure: Structure, part: PartRef): number | undefined {
  // A structure that was assembled from its parts has no versions.
  if (!isOffered(getStructure)) return undefined
  const found = partAt(structure, part)
  return found && ('version' in found ? found.version : structure.questionnaire.version)
}

/**
 * What a change of a part would overwrite; null if the part is gone. Retiring a part removes everything in it, and another type may drop
 * the options.
 */
export function readOverwritten(structure: Structure, part: PartRef, change: PartChange): string | null {
  const found = partAt(structure, part)
  if (found === undefined) return null
  if (change['is_active'] === false || 'question_type' in change)
    return JSON.stringify([found, questionsPlacedIn(structure, part)], keepContent)
  const fields: PartChange = { ...found }
  return JSON.stringify(
    Object.keys(change).map(name => fields[name]),
    keepContent
  )
}

/** The questions in a row or a column, which belong to its sub-section. */
function questionsPlacedIn(structure: Structure, part: PartRef): unknown[] {
  const { kind, id } = part
  if (kind !== 'row' && kind !== 'column') return []
  return subSectionOf(structure, part)?.memberships.filter(one => one[`${kind}_id`] === id) ?? []
}

/** Derived fields, which other changes affect. */
const CONSEQUENCES = new Set(['version', 'display_order', 'answer_count', 'submission_count', 'chart_names'])

/** For JSON: without counts, versions and retired parts. */
function keepContent(name: string, value: unknown): unknown {
  if (CONSEQUENCES.has(name)) return undefined
  return Array.isArray(value)
    ? value.filter((one: { is_active?: boolean }) => one?.is_active !== false)
    : value
}

export interface OrderedParts {
  part: 'section' | 'sub_section' | 'row' | 'column' | 'membership'
  /** The id of what they are in. */
  within: number
}

/** The ids of a parent's children, in order. */
export function idsInOrder(structure: Structure, { part, within }: OrderedParts): number[] {
  const subSection = subSectionAt(structure, within)
  const ids = {
    section: () => structure.sections.map(one => one.section_id),
    sub_section: () => sectionAt(structure, within)?.sub_sections.map(one => one.sub_section_id),
    row: () => subSection?.rows.map(one => one.row_id),
    column: () => subSection?.columns.map(one => one.column_id),
    membership: () => subSection?.memberships.map(one => one.membership_id)
  }
  return ids[part]() ?? []
}

/** How a question is placed: whether it is required, and whether it is closed to answers; null if it is no longer there. */
export function readPlacement(structure: Structure, membershipId: number): string | null {
  const membership = membershipAt(structure, membershipId)
  return membership === undefined ? null : placementText(membership)
}

export const placementText = ({
  is_required,
  is_disabled = false
}: {
  is_required: boolean
  is_disabled?: boolean | undefined
}): string => JSON.stringify([is_required, is_disabled])
