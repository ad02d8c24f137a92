// A survey that asks in tables: typed, grown, changed in two windows, reviewed.

import '#tests/support/indexed-db.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQuestionMembership } from '#contract/question-memberships.ts'
import { createSection, createSubSection, createSubSectionColumn } from '#contract/questionnaire-builder.ts'
import { createQuestion } from '#contract/questions.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { makeCase } from '#tests/support/cases.ts'
import { useIsland } from '#tests/support/island.tsx'
import { go, heading, press } from '#tests/support/respondent.tsx'
import { projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)

beforeEach(() => {
  // The island's clock is frozen, while the save queue uses real time.
  vi.useRealTimers()
})

/** A last section: visits, one a row. */
async function addVisits(questionnaire_id: number) {
  const admin = await server.tokenOf('admin')
  const project_id = await projectCoded(server, 'ward-staffing')
  const { section_id } = (
    await server.call(createSection, { body: { questionnaire_id, section_name: 'Visits' } }, admin)
  ).body
  const grid = { section_id, sub_section_name: 'Your visits', layout: 'grid' as const, is_repeating: true }
  const { sub_section_id } = (await server.call(createSubSection, { body: grid }, admin)).body
  const cells: { question_id: number; column_id: number }[] = []
  for (const [column_name, is_required] of [
    ['Hours', true],
    ['Remark', false]
  ] as const) {
    const { column_id } = (
      await server.call(createSubSectionColumn, { body: { sub_section_id, column_name } }, admin)
    ).body
    const question = {
      project_id,
      question_text: column_name,
      question_type: is_required ? ('integer' as const) : ('text' as const)
    }
    const { question_id } = (await server.call(createQuestion, { body: question }, admin)).body
    await server.call(
      createQuestionMembership,
      { body: { sub_section_id, question_id, column_id, is_required } },
      admin
    )
    cells.push({ question_id, column_id })
  }
  return { section_id, cells }
}

const field = (name: string): HTMLInputElement => screen.getByRole('textbox', { name })
async function write(name: string, text: string): Promise<void> {
  await act(async () => {
    field(name).focus()
    fireEvent.input(field(name), { target: { value: text } })
    field(name).blur()
  })
}

test('rows of a survey grow with the answers, a conflict in one is chosen, and the review tells of begun rows only', async () => {
  const { ids, code, place } = await makeCase(server)
  const { section_id, cells } = await addVisits(place.questionnaire_id)
  await island.start(`/surveys/${ids}/${code}/questions?part=4`)
  await heading('Your visits')
  expect(screen.getAllByRole('rowheader').map(head => head.textContent)).toEqual(['Row 1'])
  await write('Row 1, Hours', '2')
  await write('Row 2, Remark', 'late')
  await waitFor(() => expect(screen.getByText('Saved', { selector: ':not([role])' })).toBeTruthy())
  expect(screen.getAllByRole('rowheader')).toHaveLength(3)

  const [hours] = cells
  const other = { ...hours!, row_id: 1, value: 5, base_version: 1 }
  const change = {
    section_id,
    case_code: code,
    client_change_id: 'the other window',
    action: 'save' as const,
    answers: [other]
  }
  expect((await server.call(saveSection, { body: { ...place, ...change } })).body.saved).toHaveLength(1)
  await write('Row 1, Hours', '3')
  expect(await screen.findByText('Row 1, Hours. In another window: “5”.')).toBeTruthy()
  await press('Check your answers')
  expect(document.activeElement, 'the part is not left before it is chosen').toBe(field('Row 1, Hours'))
  await press('Use the other answer')
  expect(field('Row 1, Hours').value).toBe('5')

  await go(`/surveys/${ids}/${code}/questions?part=review`)
  await heading('Check your answers')
  expect(screen.getByText('Row 1, Hours')).toBeTruthy()
  expect(screen.getByText('late')).toBeTruthy()
  expect(screen.queryByText('Row 3, Hours')).toBeNull()
  await press('An answer is required: Row 2, Hours', 'link')
  await heading('Your visits')
  expect(document.activeElement).toBe(field('Row 2, Hours'))
})
