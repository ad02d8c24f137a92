// Sends every change of a questionnaire's parts. After a success everything is reloaded, so that counts, versions and dependants are current.

import { atom } from 'nanostores'
import { call } from '#browser/api/call.ts'
import { isOffered } from '#browser/api/offered.ts'
import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import { createQuestionMembership, deleteQuestionMemberships } from '#contract/question-memberships.ts'
import {
  createSection,
  createSubSection,
  createSubSectionColumn,
  createSubSectionRow
} from '#contract/questionnaire-builder.ts'
import { getStructure, orderStructure, type Structure } from '#contract/questionnaire-structures.ts'
import { createQuestion } from '#contract/questions.ts'
import { ok, type Result } from '#lib/result.ts'
import { deviceTime } from '#lib/time/server-clock.ts'
import { reloadStructure, shownStructure } from './builder.ts'
import {
  addInTurn,
  idsInOrder,
  placementText,
  readOverwritten,
  readPlacement,
  recordChange,
  sendInTurn,
  readVersion,
  type GuardedChange,
  type OrderedParts,
  type PartChange
} from './guarded-change.ts'
import { partKey, subSectionAt, type BuiltMembership, type PartRef } from './parts.ts'
import { sendPartChange, type WrittenPart } from './send-part-change.ts'
import { rememberMembership } from './structure-by-parts.ts'

/** When the last change succeeded, in milliseconds since 1970. */
export const $savedAt = atom<number | null>(null)
/** The number of pending changes. */
export const $sending = atom(0)

/** Runs a call, counts it as pending, and reloads. */
export async function trackSending<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  $sending.set($sending.get() + 1)
  try {
    const result = await work()
    if (result.ok) {
      $savedAt.set(deviceTime())
      await reloadStructure()
    }
    return result
  } finally {
    $sending.set($sending.get() - 1)
  }
}

/** Without versions the newest change wins, and a retired part is no longer among those that are shown. */
const isGuarded = (): boolean => isOffered(getStructure)

const guardPart = (part: PartRef, change: PartChange, back: PartChange): GuardedChange<WrittenPart> => ({
  key: partKey(part),
  read: structure => (isGuarded() ? readOverwritten(structure, part, change) : ''),
  send: structure => trackSending(() => sendPartChange(part, change, readVersion(structure, part))),
  isNewest: (structure, { version }) => !isGuarded() || readVersion(structure, part) === version,
  inverse: () => guardPart(part, back, change)
})

/** Sends a change in its turn, and records it. */
async function sendRecorded<T>(
  words: string,
  make: () => GuardedChange<T>,
  seen?: string | null
): Promise<Result<unknown>> {
  const result = await sendInTurn(make, seen)
  if (result.ok) recordChange(words, result.value.change, result.value.written)
  return result
}

/** A function is called when everything that was changed before is saved: for lists, of which a change replaces the whole. */
type ChangedValues = PartChange | (() => PartChange)

const currentValues = (values: ChangedValues): PartChange =>
  typeof values === 'function' ? values() : values

/** A change of the current content, which `back` undoes. */
export const changeWithUndo = (
  part: PartRef,
  change: ChangedValues,
  back: ChangedValues,
  words: string
): Promise<Result<unknown>> =>
  sendRecorded(words, () => guardPart(part, currentValues(change), currentValues(back)))

/** Adds a part in its turn. Undo retires it, and redo restores it. Returns its id. */
async function addPart<T extends WrittenPart>(
  kind: Exclude<OrderedParts['part'], 'membership'>,
  words: string,
  send: () => Promise<Result<T>>,
  idOf: (added: T) => number
): Promise<Result<number>> {
  const result = await addInTurn(kind, () => trackSending(send), idOf)
  if (!result.ok) return result
  const id = idOf(result.value)
  recordChange(words, guardPart({ kind, id }, { is_active: true }, { is_active: false }), result.value)
  return ok(id)
}

export const addSection = (questionnaire_id: number, section_name: string): Promise<Result<number>> =>
  addPart(
    'section',
    `added ${section_name}`,
    () => call(createSection, { body: { questionnaire_id, section_name } }),
    added => added.section_id
  )

export const addSubSection = (body: InputOf<typeof createSubSection>['body']): Promise<Result<number>> =>
  addPart(
    'sub_section',
    `added ${body.sub_section_name}`,
    () => call(createSubSection, { body }),
    added => added.sub_section_id
  )

export const addSubSectionRow = (sub_section_id: number, row_name: string): Promise<Result<number>> =>
  addPart(
    'row',
    `added the row ${row_name}`,
    () => call(createSubSectionRow, { body: { sub_section_id, row_name } }),
    added => added.row_id
  )

export const addColumn = (sub_section_id: number, column_name: string): Promise<Result<number>> =>
  addPart(
    'column',
    `added the column ${column_name}`,
    () => call(createSubSectionColumn, { body: { sub_section_id, column_name } }),
    added => added.column_id
  )

type QuestionBody = InputOf<typeof createQuestion>['body']

export interface StructureCell {
  sub_section_id: number
  row_id: number
  column_id: number
}

interface PlacingBody extends StructureCell {
  question_id: number
  is_required?: boolean
  is_disabled?: boolean
  display_order?: number
}
type Placed = ReplyOf<typeof createQuestionMembership>

/** Makes a question and places it. Where placing fails the question is there, among those without a place. */
export async function addQuestion(body: QuestionBody, cell: StructureCell): Promise<Result<number>> {
  const result = await placeInTurn(async () => {
    const made = await call(createQuestion, { body })
    return made.ok ? sendPlacing({ question_id: made.value.question_id, ...cell }) : made
  })
  return recordPlaced({ question_id: result.ok ? result.value.question_id : 0, ...cell }, result)
}

/** Places a question that is there already. */
export async function placeQuestion(question_id: number, cell: StructureCell): Promise<Result<number>> {
  const body = { question_id, ...cell }
  return recordPlaced(body, await placeInTurn(() => sendPlacing(body)))
}

const placeInTurn = (send: () => Promise<Result<Placed>>): Promise<Result<Placed>> =>
  addInTurn(
    'membership',
    () => trackSending(send),
    placed => placed.membership_id
  )

async function sendPlacing(place: PlacingBody, version?: number): Promise<Result<Placed>> {
  const body = version === undefined ? place : { ...place, version }
  const result = await call(createQuestionMembership, { body })
  if (result.ok) rememberMembership(place, result.value.membership_id)
  return result
}

function recordPlaced(body: PlacingBody, result: Result<Placed>): Result<number> {
  if (!result.ok) return result
  if (isGuarded() && isOffered(deleteQuestionMemberships))
    recordChange('placed the question', guardPlacing(body), result.value)
  return ok(result.value.membership_id)
}

function isPlaced(
  structure: Structure,
  { question_id, sub_section_id, row_id, column_id }: PlacingBody
): boolean {
  const subSection = subSectionAt(structure, sub_section_id)
  const isSame = (one: BuiltMembership): boolean =>
    one.question_id === question_id && one.row_id === row_id && one.column_id === column_id
  // In a sub-section that is gone there is no free place.
  return subSection?.memberships.some(isSame) ?? true
}

const guardPlacing = (body: PlacingBody): GuardedChange<Placed> => ({
  key: `place/${JSON.stringify(body)}`,
  read: structure => (isPlaced(structure, body) ? 'placed' : 'free'),
  send: ({ questionnaire: { version } }) => trackSending(() => sendPlacing(body, version)),
  isNewest: (structure, { membership_id, is_required }) =>
    readPlacement(structure, membership_id) === placementText({ is_required, is_disabled: body.is_disabled }),
  inverse: ({ membership_id }) => guardTakingOut(membership_id, body)
})

const guardTakingOut = (membership_id: number, body: PlacingBody): GuardedChange<unknown> => ({
  key: `placement/${membership_id}`,
  read: structure => readPlacement(structure, membership_id),
  send: ({ questionnaire: { version } }) =>
    trackSending(() =>
      call(deleteQuestionMemberships, { body: { version, membership_ids: [membership_id] } })
    ),
  isNewest: structure => !isPlaced(structure, body),
  inverse: () => guardPlacing(body)
})

export const removeFromPlace = (
  { membership_id, question_id, is_required, is_disabled, display_order }: BuiltMembership,
  cell: StructureCell
): Promise<Result<unknown>> =>
  sendRecorded(
    'removed the question',
    () => guardTakingOut(membership_id, { question_id, ...cell, is_required, is_disabled, display_order }),
    placementText({ is_required, is_disabled })
  )

/** Puts parts in another order, which is made of the order before. */
export function orderParts(
  parts: OrderedParts,
  reorder: (ids: readonly number[]) => number[]
): Promise<Result<unknown>> {
  const read = (structure: Structure): string => JSON.stringify(idsInOrder(structure, parts))
  const guardOrder = (order: number[], back: number[]): GuardedChange<unknown> => ({
    key: `order/${parts.part}/${parts.within}`,
    read,
    send: ({ questionnaire: { questionnaire_id, version } }) =>
      trackSending(() => sendOrder(questionnaire_id, { ...parts, version, order })),
    isNewest: structure => read(structure) === JSON.stringify(order),
    inverse: () => guardOrder(back, order)
  })
  return sendRecorded('changed the order', () => {
    const structure = shownStructure()
    const before = structure ? idsInOrder(structure, parts) : []
    return guardOrder(reorder(before), before)
  })
}

type OrderBody = InputOf<typeof orderStructure>['body']

/** In one call, or part by part if the API has no call for all. */
async function sendOrder(id: number, body: OrderBody): Promise<Result<unknown>> {
  const result = await call(orderStructure, { params: { id }, body })
  if (isOffered(orderStructure)) return result
  for (const [index, partId] of body.order.entries()) {
    const sent = await sendPartChange(
      { kind: body.part, id: partId },
      { display_order: index + 1 },
      undefined
    )
    if (sent.ok) continue
    await reloadStructure()
    return sent
  }
  return ok(null)
}
