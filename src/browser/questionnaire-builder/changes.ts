// Every change of a questionnaire's parts, as a call. What succeeds is loaded again, so that counts, versions and what depends on it are true.

import { atom } from 'nanostores'
import { call } from '#browser/api/call.ts'
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
import { orderStructure, updateStructure } from '#contract/questionnaire-structures.ts'
import { createQuestion, updateQuestion } from '#contract/questions.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { deviceTime } from '#lib/time/server-clock.ts'
import { reloadStructure, shownStructure } from './builder.ts'
import { membershipAt, subSectionOf, type BuiltMembership, type PartRef } from './parts.ts'
import { recordDone } from './undo.ts'

/** When the last change arrived, in milliseconds since 1970. */
export const $savedAt = atom<number | null>(null)
/** Changes that are on their way. */
export const $sending = atom(0)

export type PartChange = Record<string, unknown>

/** Sends one change of a part; `version` is the one that it is based on. */
function sendPartChange(
  { kind, id }: PartRef,
  change: PartChange,
  version: number | undefined
): Promise<Result<unknown>> {
  const based = version === undefined ? change : { ...change, version }
  const params = { id }
  switch (kind) {
    case 'questionnaire':
      return call(updateStructure, { params, body: change })
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
      return changeMembership(id, change)
  }
}

/** Placing a question again in its cell changes whether it is required. */
function changeMembership(id: number, change: PartChange): Promise<Result<unknown>> {
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

/** Runs a call, shows that something is on its way, and loads what has become of it. */
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

export const changePart = (part: PartRef, change: PartChange, version?: number): Promise<Result<unknown>> =>
  trackSending(() => sendPartChange(part, change, version))

/** A change that can be taken back by `back`. */
export async function changeWithUndo(
  part: PartRef,
  change: PartChange,
  back: PartChange,
  words: string,
  version?: number
): Promise<Result<unknown>> {
  const result = await changePart(part, change, version)
  if (result.ok) recordDone({ words, undo: () => changePart(part, back) })
  return result
}

const undoRetiring = (part: PartRef, words: string) => ({
  words,
  undo: () => changePart(part, { is_active: false })
})

export async function addSection(questionnaire_id: number, section_name: string): Promise<Result<number>> {
  const result = await trackSending(() => call(createSection, { body: { questionnaire_id, section_name } }))
  if (!result.ok) return result
  const id = result.value.section_id
  recordDone(undoRetiring({ kind: 'section', id }, `added ${section_name}`))
  return ok(id)
}

export async function addSubSection(body: InputOf<typeof createSubSection>['body']): Promise<Result<number>> {
  const result = await trackSending(() => call(createSubSection, { body }))
  if (!result.ok) return result
  const id = result.value.sub_section_id
  recordDone(undoRetiring({ kind: 'sub_section', id }, `added ${body.sub_section_name}`))
  return ok(id)
}

export async function addSubSectionRow(sub_section_id: number, row_name: string): Promise<Result<number>> {
  const result = await trackSending(() => call(createSubSectionRow, { body: { sub_section_id, row_name } }))
  if (!result.ok) return result
  recordDone(undoRetiring({ kind: 'row', id: result.value.row_id }, `added the row ${row_name}`))
  return ok(result.value.row_id)
}

export async function addColumn(sub_section_id: number, column_name: string): Promise<Result<number>> {
  const result = await trackSending(() =>
    call(createSubSectionColumn, { body: { sub_section_id, column_name } })
  )
  if (!result.ok) return result
  recordDone(undoRetiring({ kind: 'column', id: result.value.column_id }, `added the column ${column_name}`))
  return ok(result.value.column_id)
}

type QuestionBody = InputOf<typeof createQuestion>['body']

export interface StructureCell {
  sub_section_id: number
  row_id: number
  column_id: number
}

/** Makes a question and places it. Where placing fails the question is there, among those without a place. */
export async function addQuestion(body: QuestionBody, cell: StructureCell): Promise<Result<number>> {
  return trackSending(async () => {
    const made = await call(createQuestion, { body })
    return made.ok ? placeInCell(made.value.question_id, cell) : made
  })
}

/** Places a question that is there already. */
export const placeQuestion = (question_id: number, cell: StructureCell): Promise<Result<number>> =>
  trackSending(() => placeInCell(question_id, cell))

async function placeInCell(question_id: number, cell: StructureCell): Promise<Result<number>> {
  const result = await call(createQuestionMembership, { body: { question_id, ...cell } })
  if (!result.ok) return result
  const { membership_id } = result.value
  recordDone({ words: 'placed the question', undo: () => takeOut(membership_id) })
  return ok(membership_id)
}

const takeOut = (membership_id: number): Promise<Result<unknown>> =>
  trackSending(() => call(deleteQuestionMemberships, { body: { membership_ids: [membership_id] } }))

/** Takes a question out of its place. */
export async function removeFromPlace(
  membership: BuiltMembership,
  cell: StructureCell
): Promise<Result<unknown>> {
  const { membership_id, question_id, is_required, display_order } = membership
  const result = await takeOut(membership_id)
  if (result.ok)
    recordDone({
      words: 'removed the question',
      undo: () =>
        trackSending(() =>
          call(createQuestionMembership, { body: { question_id, ...cell, is_required, display_order } })
        )
    })
  return result
}

export type OrderedPart = InputOf<typeof orderStructure>['body']['part']

/** Puts parts in an order; `before` is the one that it can go back to. */
export async function orderParts(
  questionnaireId: number,
  body: { part: OrderedPart; within: number; order: number[] },
  before: number[]
): Promise<Result<unknown>> {
  const send = (order: number[]) =>
    trackSending(() => call(orderStructure, { params: { id: questionnaireId }, body: { ...body, order } }))
  const result = await send(body.order)
  if (result.ok) recordDone({ words: 'changed the order', undo: () => send(before) })
  return result
}
