// A section that cannot be changed is read: every type of answer is text.

import 'fake-indexeddb/auto'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { SurveyQuestion } from '#browser/features/surveys/question/survey-question.tsx'
import type { CellValue, QuestionType } from '#contract/questionnaires.ts'
import { aQuestion, aSection, withAnswer } from '#tests/support/questions.ts'
import { showForm } from '#tests/support/section-form.tsx'
import { aList } from '#tests/support/workbooks.ts'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  cleanup()
})

test('answers that cannot be changed are read as text, whatever their type', async () => {
  const option_list = ['Poor', 'Good'].map((option_name, index) => ({ option_id: 50 + index, option_name }))
  const answers: Partial<Record<QuestionType, [CellValue, string]>> = {
    integer: [1302, '1,302'],
    text: ['North wing', 'North wing'],
    long_text: ['One\nTwo', 'One\nTwo'],
    single_choice: [51, 'Good'],
    multiple_choice: [[50, 51], 'Poor; Good'],
    yes_no: ['yes', 'Yes'],
    date: ['2011-05-15', '15 May 2011'],
    time: [90, '1:30'],
    scale: [2, '2 (Good)']
  }
  const questions = Object.entries(answers).map(([question_type, [value]], index) =>
    withAnswer(
      aQuestion({
        question_id: index + 1,
        question_text: question_type,
        question_type: question_type as QuestionType,
        option_list: /choice|scale/.test(question_type) ? option_list : []
      }),
      { value }
    )
  )
  const blank = aQuestion({ question_id: 90, question_text: 'blank', question_type: 'yes_no' })
  const section = aSection(aList(...questions, blank))
  section.section.is_locked = true
  await showForm(section)
  for (const [name, [, text]] of Object.entries(answers)) {
    const shown = screen.getByRole<HTMLInputElement>('textbox', { name })
    expect([name, shown.value, shown.readOnly]).toEqual([name, text, true])
  }
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'blank' }).placeholder).toBe('no answer')
  for (const role of ['combobox', 'checkbox', 'radio']) expect(screen.queryAllByRole(role)).toEqual([])
})

test('so is a survey that closed while it was answered: no cards, no boxes to tick', async () => {
  const agreed = withAnswer(
    aQuestion({ question_text: 'Were you heard?', question_type: 'yes_no', is_required: true }),
    {
      value: 'yes'
    }
  )
  const section = aSection(aList(agreed))
  section.section.is_locked = true
  const { engine, unmount } = await showForm(section)
  unmount()
  const reference = { questionnaireId: 1, submissionId: 1, caseCode: 'A' }
  for (const cell of engine.model.cells.values())
    render(<SurveyQuestion reference={reference} engine={engine} cell={cell} />)
  const shown = screen.getByRole<HTMLInputElement>('textbox', { name: 'Were you heard?' })
  expect([shown.value, shown.readOnly]).toEqual(['Yes', true])
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})
