// What can be read of a survey before the code that takes its answers is there.

import '#tests/support/indexed-db.ts'
import { cleanup, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { firstPart } from '#browser/features/surveys/first-part.ts'
import { FirstQuestions } from '#browser/features/surveys/first-questions.tsx'
import { checkCaseCode } from '#contract/case-codes.ts'
import { getSectionQuestions, type SectionQuestions } from '#contract/questionnaires.ts'
import { makeCase } from '#tests/support/cases.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)

beforeEach(() => {
  vi.useRealTimers()
})

async function readCase() {
  const { code, ids, place } = await makeCase(server)
  const { questionnaire_id, submission_id } = place
  const check = await server.call(checkCaseCode, { query: { ...place, case_code: code } })
  const sections: SectionQuestions[] = []
  for (const sid of check.body.section_ids)
    sections.push(
      (
        await server.call(getSectionQuestions, {
          params: { id: questionnaire_id, sid },
          query: { submission_id, case_code: code }
        })
      ).body
    )
  const reference = { questionnaireId: questionnaire_id, submissionId: submission_id, caseCode: code }
  return { sections, reference, address: `/surveys/${ids}/${code}/questions` }
}

test('the first questions are read as they will be asked', async () => {
  const { sections, reference, address } = await readCase()
  render(<FirstQuestions sections={sections} reference={reference} onRetry={undefined} />)
  const title = screen.getByRole('heading', { level: 1 }).textContent
  const asked = firstPart(sections, '')?.questions.map(({ question_text }) => question_text) ?? []
  expect(asked.length).toBeGreaterThan(1)
  for (const text of asked) expect(screen.getByText(text, { exact: false })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  cleanup()
  await island.start(address)
  await screen.findAllByRole('textbox')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
  const main = within(screen.getByRole('main'))
  for (const text of asked) expect(main.getAllByText(text, { exact: false }).length).toBeGreaterThan(0)
})

test('no question is shown ahead if another may come first', async () => {
  const { sections } = await readCase()
  expect(firstPart(sections, '?part=1')).not.toBeNull()
  expect(firstPart(sections, '?part=2')).toBeNull()
  expect(firstPart(sections, '?part=1&cell=q1')).toBeNull()
  expect(firstPart([], '')).toBeNull()
  const first = sections[0]!.sub_sections[0]!.questions[0]!
  const change = (changes: Partial<typeof first>) => {
    const copy = structuredClone(sections)
    Object.assign(copy[0]!.sub_sections[0]!.questions[0]!, changes)
    return firstPart(copy, '')
  }
  expect(change({ answer: { ...first.answer, is_not_available: true } })).toBeNull()
  expect(change({ visible_if: 'q1 = 1' })).toBeNull()
})
