// A section or a survey that cannot be changed is read: every type of answer is text, in one style, for every role and whatever the reason.

import '#tests/support/indexed-db.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { SurveyQuestion } from '#browser/features/surveys/question/survey-question.tsx'
import { AnswerList } from '#browser/features/surveys/steps/answer-list.tsx'
import { reviewSections } from '#browser/features/surveys/steps/review-answers.ts'
import { PrintedSection } from '#browser/section/print/printed-section.tsx'
import type { Answer, Question, QuestionType, SectionStatus } from '#contract/questionnaires.ts'
import { ROLE_TYPES } from '#domain/people/roles.ts'
import { lockReason, type CollectionWindow } from '#domain/questionnaires/lock-reason.ts'
import { aGrid, aQuestion, aSection, withAnswer } from '#tests/support/questions.ts'
import { showForm } from '#tests/support/section-form.tsx'
import { aList } from '#tests/support/workbooks.ts'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  cleanup()
})

const option_list = ['Poor', 'Good'].map((option_name, index) => ({ option_id: 50 + index, option_name }))
/** By type: the answer, how it is read, and what else distinguishes the question. */
const answers: Record<string, [Partial<Answer>, string, Partial<Question>?]> = {
  integer: [{ value: 1302 }, '1,302 h', { unit: 'h' }],
  percentage: [{ value: 62.5 }, '62.5%', { unit: '%' }],
  currency: [{ value: 12 }, '£12.00', { unit: '£', decimal_places: 2 }],
  text: [{ value: 'North wing' }, 'North wing'],
  long_text: [{ value: 'One\nTwo' }, 'One\nTwo'],
  single_choice: [{ value: 51 }, 'Good', { option_list }],
  multiple_choice: [{ value: [50, 51] }, 'Poor\nGood', { option_list }],
  yes_no: [{ value: 'yes' }, 'Yes'],
  date: [{ value: '2011-05-15' }, '15 May 2011'],
  time: [{ value: 90 }, '1:30'],
  scale: [{ value: 2 }, '2 (Good)', { option_list }],
  decimal: [{ is_not_applicable: true }, 'not applicable', { unit: 'h' }]
}
const missing = aQuestion({
  question_id: 90,
  question_text: 'blank',
  question_type: 'yes_no',
  is_required: true
})
const unknown = { answer: { ...withAnswer(missing, { is_not_available: true }).answer } }

function answeredSection() {
  const questions = Object.entries(answers).map(([question_type, [answer, , more]], index) =>
    withAnswer(
      aQuestion({
        question_id: index + 1,
        question_text: question_type,
        question_type: question_type as QuestionType,
        is_required: true,
        ...more
      }),
      answer
    )
  )
  const grid = aGrid(1, 1, { sub_section_id: 2, firstQuestion: 100, question: unknown })
  return aSection({ ...aList(...questions, missing), sub_section_id: 3 }, grid)
}

const now = new Date('2026-11-26T12:00:00Z')
const past = new Date('2026-01-01T00:00:00Z')
const soon = new Date('2027-01-01T00:00:00Z')
const open: CollectionWindow = {
  is_locked: false,
  opens_at: past,
  closes_at: soon,
  is_accepted: false,
  correction_windows: []
}
const taking = { isRegistered: true, isRetired: false }
const states: Record<string, [typeof open, typeof taking, SectionStatus]> = {
  open: [open, taking, 'in_progress'],
  complete: [open, taking, 'complete'],
  'signed off': [open, taking, 'signed_off'],
  'locked by an admin': [{ ...open, is_locked: true }, taking, 'in_progress'],
  'not open yet': [{ ...open, opens_at: soon }, taking, 'not_started'],
  'an archived period': [{ ...open, closes_at: past }, taking, 'in_progress'],
  'a closed and signed period': [{ ...open, closes_at: past }, taking, 'signed_off'],
  'accepted by the programme': [{ ...open, is_accepted: true }, taking, 'complete'],
  'not registered': [open, { ...taking, isRegistered: false }, 'not_started'],
  retired: [open, { ...taking, isRetired: true }, 'in_progress']
}
const isEdited = (roleTypeId: number, state: string): boolean => state === 'open' && roleTypeId < 5

test.each(ROLE_TYPES.flatMap(role => Object.entries(states).map(([name, state]) => ({ role, name, state }))))(
  '$role.name, $name: read only where nothing can be entered, and nowhere else',
  async ({ role, name, state }) => {
    const [window, organisation, status] = state
    const section = answeredSection()
    const lock = lockReason(window, { roleTypeId: role.id, ...organisation }, now)
    const reason = lock ?? (status === 'signed_off' ? 'signed_off' : null)
    section.section = { ...section.section, status, is_locked: reason !== null, lock_reason: reason }
    await showForm(section)
    const form = document.querySelector('form')
    const isRead = !isEdited(role.id, name)
    expect(form?.hasAttribute('data-read-only')).toBe(isRead)
    const choices = ['combobox', 'checkbox', 'radio'].flatMap(kind => screen.queryAllByRole(kind))
    expect(choices.length === 0).toBe(isRead)
    const fields = screen.getAllByRole<HTMLInputElement>('textbox')
    expect(fields.every(({ readOnly }) => readOnly === isRead)).toBe(true)
    if (!isRead) return
    for (const [type, [, text]] of Object.entries(answers)) {
      const shown = screen.getByRole<HTMLInputElement>('textbox', { name: type })
      expect([type, shown.value, shown.className.includes('input')]).toEqual([type, text, false])
    }
    // What has no answer is not asked for.
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'blank' }).placeholder).toBe('no answer')
    expect(form?.querySelectorAll('[aria-required]').length).toBe(0)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Row 1/ }).value).toBe('not known')
  }
)

test('paper and the copy of a submitted survey read the same', async () => {
  const { engine, unmount } = await showForm(answeredSection())
  unmount()
  const title = { programmeName: 'W', projectName: 'P', periodName: '2026', submissionName: 'S' }
  const paper = render(<PrintedSection engine={engine} title={title} kind="filled" at={now.getTime()} />)
  expect(paper.container.querySelector('[data-read-only]')).not.toBeNull()
  for (const [type, [, text]] of Object.entries(answers)) {
    const row = screen.getByRole('row', { name: new RegExp(`^${type} `) })
    expect([type, row.querySelector('td')?.textContent]).toEqual([type, text])
  }
  paper.unmount()
  const copy = render(
    reviewSections([answeredSection()]).map((part, at) => <AnswerList key={at} part={part} />)
  )
  for (const [type, [, text]] of Object.entries(answers)) {
    const answer = screen.getByText(type).nextElementSibling
    expect([type, answer?.textContent?.toLowerCase()]).toEqual([type, text.toLowerCase()])
    expect(answer?.closest('[data-read-only]')).not.toBeNull()
  }
  copy.unmount()
})

test('a survey that closed while it was answered is text: no cards, no boxes to tick, nothing to explain', async () => {
  const agreed = withAnswer(
    aQuestion({ question_text: 'Were you heard?', question_type: 'yes_no', is_required: true }),
    { value: 'yes' }
  )
  const days = withAnswer(
    aQuestion({
      question_id: 2,
      question_text: 'Days',
      question_type: 'integer',
      unit: 'days',
      warn_max: 5
    }),
    { value: 9 }
  )
  const section = aSection(aList(agreed, days))
  section.section = { ...section.section, is_locked: true, lock_reason: 'closed' }
  const { engine, unmount } = await showForm(section)
  unmount()
  const reference = { questionnaireId: 1, submissionId: 1, caseCode: 'A' }
  for (const cell of engine.model.cells.values())
    render(<SurveyQuestion reference={reference} engine={engine} cell={cell} />)
  const shown = screen.getAllByRole<HTMLInputElement>('textbox')
  expect(shown.map(({ value, readOnly }) => [value, readOnly])).toEqual([
    ['Yes', true],
    ['9 days', true]
  ])
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByText(/optional/)).toBeNull()
})
