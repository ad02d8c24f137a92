// Sends every change of a questionnaire's parts. After a success everything is reloaded, so that counts, versions and dependants are current.

import { atom } from 'nanostores'
import { call } from '#browser/api/call.ts'
import { isOffered } from '#browser/api/offered.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { createQuestionMembership, deleteQuestionMemberships } from '#contract/question-memberships.ts'
import {
  createSection,
  createSubSection,
  createSubSectionColumn,
  createSubSectionRow,
  updateSection,
  updateSubSection,
  updateSubSectionColumn,
  updateSubSectionRow
} from '#contract/questionnaire-builder.ts'
import {
  getStructure,
  orderStructure,
  updateStructure,
  type Structure
} from '#contract/questionnaire-structures.ts'
import { createQuestion, updateQuestion } from '#contract/questions.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { deviceTime } from '#lib/time/server-clock.ts'
import { reloadStructure, shownStructure } from './builder.ts'
import {
  readOrder,
  readOverwritten,
  readPlacement,
  recordGuarded,
  sendUnlessNewer,
  readVersion,
  type GuardedChange,
  type PartChange
} from './guarded-change.ts'
import { membershipAt, subSectionAt, subSectionOf, type BuiltMembership, type PartRef } from './parts.ts'
import { rememberMembership } from './structure-by-parts.ts'
import { recordDone } from './undo.ts'

/** When the last change succeeded, in milliseconds since 1970. */
export const $savedAt = atom<number | null>(null)
/** The number of pending changes. */
export const $sending = atom(0)

/** Sends one change of a part; `version` is the one that it is based on. */
function sendPartChange(
  { kind, id }: PartRef,
  change: PartChange,
  version: number | undefined
): Promise<Result<WrittenPart>> {
  const based = version === undefined ? change : { ...change, version }
  const params = { id }
  switch (kind) {
    case 'questionnaire':
      return call(updateStructure, { params, body: based })
    case 'section':
      return call(updateSection, { params, body: based })
    case 'sub_section':
      return call(updateSubSection, { params, body: based })
    case 'row':
      return call(updateSubSectionRow, { params, body: based })
    case 'column':
      return call(updateSubSectionColumn, { params, body: based })
    case 'question':
      return call(updateQuestion, { params, body: based })
    case 'membership':
      return changeMembership(id, based)
  }
}

/** Placing a question again in its cell changes whether it is required. */
function changeMembership(id: number, change: PartChange): Promise<Result<WrittenPart>> {
  const structure = shownStructure()
  const membership = structure && membershipAt(structure, id)
  const subSection = structure && subSectionOf(structure, { kind: 'membership', id })
  if (!membership || !subSection) return Promise.resolve(err('This question is no longer here.'))
  const { question_id, row_id, column_id, is_required } = membership
  const { sub_section_id } = subSection
  return call(createQuestionMembership, {
    body: { sub_section_id, question_id, row_id, column_id, is_required, ...change }
  })
}

/** Runs a call, counts it as pending, and reloads. */
export async function trackSending<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  $sending.set($sending.get() + 1)
  const result = await work()
  if (result.ok) {
    $savedAt.set(deviceTime())
    await reloadStructure()
  }
  $sending.set($sending.get() - 1)
  return result
}

interface WrittenPart {
  version: number
}

const guardPart = (part: PartRef, change: PartChange): GuardedChange<WrittenPart> => ({
  read: structure => readOverwritten(structure, part, change),
  send: structure => trackSending(() => sendPartChange(part, change, readVersion(structure, part)))
})

/** A change of the current content, which `back` undoes. */
export async function changeWithUndo(
  part: PartRef,
  change: PartChange,
  back: PartChange,
  words: string
): Promise<Result<unknown>> {
  const forward = guardPart(part, change)
  const structure = shownStructure()
  const result = await sendUnlessNewer(forward, structure && forward.read(structure))
  if (result.ok) recordPart(words, part, back, result.value)
  return result
}

/** Not undoable if someone else's change arrived between this one and the reload. */
function recordPart(words: string, part: PartRef, back: PartChange, { version }: WrittenPart): void {
  const structure = shownStructure()
  const guarded = guardPart(part, back)
  // Without versions the last change wins, and retired parts are not listed.
  if (!isOffered(getStructure))
    return recordDone({ words, undo: () => trackSending(() => sendPartChange(part, back, undefined)) })
  const isMine = structure !== null && readVersion(structure, part) === version
  recordGuarded(words, guarded, isMine ? guarded.read(structure) : null)
}

const recordAdded = (part: PartRef, words: string, written: WrittenPart): void =>
  recordPart(words, part, { is_active: false }, written)

export async function addSection(questionnaire_id: number, section_name: string): Promise<Result<number>> {
  const result = await trackSending(() => call(createSection, { body: { questionnaire_id, section_name } }))
  if (!result.ok) return result
  const id = result.value.section_id
  recordAdded({ kind: 'section', id }, `added ${section_name}`, result.value)
  return ok(id)
}

export async function addSubSection(body: InputOf<typeof createSubSection>['body']): Promise<Result<number>> {
  const result = await trackSending(() => call(createSubSection, { body }))
  if (!result.ok) return result
  const id = result.value.sub_section_id
  recordAdded({ kind: 'sub_section', id }, `added ${body.sub_section_name}`, result.value)
  return ok(id)
}

export async function addSubSectionRow(sub_section_id: number, row_name: string): Promise<Result<number>> {
  const result = await trackSending(() => call(createSubSectionRow, { body: { sub_section_id, row_name } }))
  if (!result.ok) return result
  const id = result.value.row_id
  recordAdded({ kind: 'row', id }, `added the row ${row_name}`, result.value)
  return ok(id)
}

export async function addColumn(sub_section_id: number, column_name: string): Promise<Result<number>> {
  const result = await trackSending(() =>
    call(createSubSectionColumn, { body: { sub_section_id, column_name } })
  )
  if (!result.ok) return result
  const id = result.value.column_id
  recordAdded({ kind: 'column', id }, `added the column ${column_name}`, result.value)
  return ok(id)
}

type QuestionBody = InputOf<typeof createQuestion>['body']

export interface StructureCell {
  sub_section_id: number
  row_id: number
  column_id: number
}

/** Creates a question and places it. If placing fails, the question remains without a place. */
export async function addQuestion(body: QuestionBody, cell: StructureCell): Promise<Result<number>> {
  return trackSending(async () => {
    const made = await call(createQuestion, { body })
    return made.ok ? placeInCell(made.value.question_id, cell) : made
  })
}

/** Places an existing question. */
export const placeQuestion = (question_id: number, cell: StructureCell): Promise<Result<number>> =>
  trackSending(() => placeInCell(question_id, cell))

async function placeInCell(question_id: number, cell: StructureCell): Promise<Result<number>> {
  const result = await call(createQuestionMembership, { body: { question_id, ...cell } })
  if (!result.ok) return result
  const { membership_id, is_required } = result.value
  rememberMembership({ question_id, ...cell }, membership_id)
  if (isOffered(getStructure) && isOffered(deleteQuestionMemberships))
    recordGuarded('placed the question', guardTakingOut(membership_id), JSON.stringify(is_required))
  return ok(membership_id)
}

const guardTakingOut = (membership_id: number): GuardedChange<unknown> => ({
  read: structure => readPlacement(structure, membership_id),
  send: ({ questionnaire: { version } }) =>
    trackSending(() =>
      call(deleteQuestionMemberships, { body: { version, membership_ids: [membership_id] } })
    )
})

/** Removes a question from its place. */
export async function removeFromPlace(
  { membership_id, question_id, is_required, display_order }: BuiltMembership,
  cell: StructureCell
): Promise<Result<unknown>> {
  const result = await sendUnlessNewer(guardTakingOut(membership_id), JSON.stringify(is_required))
  const body = { question_id, ...cell, is_required, display_order }
  const isThere = (structure: Structure): boolean =>
    subSectionAt(structure, cell.sub_section_id)?.memberships.some(
      one => one.question_id === question_id && one.row_id === cell.row_id && one.column_id === cell.column_id
    ) ?? true
  const back: GuardedChange<unknown> = {
    read: structure => (isThere(structure) ? 'placed' : 'free'),
    send: ({ questionnaire: { version } }) =>
      trackSending(() => call(createQuestionMembership, { body: { ...body, version } }))
  }
  if (result.ok) recordGuarded('removed the question', back, 'free')
  return result
}

export type OrderedPart = InputOf<typeof orderStructure>['body']['part']

/** Puts parts in an order; `before` is the order that undo restores. */
export async function orderParts(
  questionnaireId: number,
  body: { part: OrderedPart; within: number; order: number[] },
  before: number[]
): Promise<Result<unknown>> {
  const guardOrder = (order: number[]): GuardedChange<unknown> => ({
    read: structure => readOrder(structure, body.part, body.within),
    send: ({ questionnaire: { version } }) =>
      trackSending(() => sendOrder(questionnaireId, { ...body, version, order }))
  })
  const result = await sendUnlessNewer(guardOrder(body.order), JSON.stringify(before))
  if (result.ok) recordGuarded('changed the order', guardOrder(before), JSON.stringify(body.order))
  return result
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
