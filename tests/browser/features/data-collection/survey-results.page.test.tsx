// @vitest-environment node
// A lead and an admin read what respondents have answered.

import '#tests/support/page.ts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { useIsland } from '#tests/support/island.tsx'
import { ownSubmission } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'
import { surveyAnswers, SURVEYED } from '#tests/support/survey-answers.ts'

const server = useServer()
const island = useIsland(server)
const { question, optionId, clear, addCases, makeChart, submissions } = surveyAnswers(server)
const [FIRST, WAY, ARRIVAL] = [
  'Was it your first time?',
  'How easy was it to find your way?',
  'How did you come to us?'
]

beforeAll(async () => {
  await clear()
  const ward = await ownSubmission(server, SURVEYED.project, SURVEYED.period)
  const brought = await optionId(ARRIVAL, 'Someone brought me')
  await addCases(
    ward,
    Array.from({ length: 10 }, (_, index) => ({
      status: 'completed' as const,
      answers: {
        [FIRST]: index < 4 ? 'yes' : 'no',
        'How long did you wait?': index * 10,
        ...(index < 3 && { [WAY]: 5 }),
        [ARRIVAL]: brought,
        'What could be better?': `Answer in words ${index}`
      }
    }))
  )
  await addCases(ward, [{ status: 'started' }, { status: 'unused' }])
  const { place } = await question(FIRST)
  await makeChart('First visits', [{ ...place, aggregate: { kind: 'share', option_ids: [] } }])
})

const openResults = async (role: 'lead' | 'admin') => {
  const { questionnaire_id } = await question(FIRST)
  // An admin acts for an organisation that is chosen.
  const { organisation_id } = (await submissions())[0]!
  await island.start(
    `/projects/ward-staffing/data-collection?view=entry&results=${questionnaire_id}&org=${organisation_id}`,
    role
  )
  await screen.findByRole('heading', { name: 'Answers so far' })
}

test('a lead opens the summary of a survey from its card', async () => {
  await island.start('/projects/ward-staffing/data-collection?view=entry', 'lead')
  const link = await screen.findByRole('link', { name: 'Results: Patient experience survey' })
  await act(async () => void fireEvent.click(link))
  await screen.findByRole('heading', { name: 'Answers so far' })
  expect(screen.getByText('83%').parentElement!.textContent).toBe('83% response rate')
  expect(screen.getByText('1 started, 1 unused')).toBeTruthy()
  const rows = within(screen.getByRole('table', { name: FIRST })).getAllByRole('row')
  expect(rows.map(row => row.textContent)).toEqual(['Yes40%4', 'No60%6'])
  expect(screen.getByText('Chart: First visits')).toBeTruthy()
  expect(screen.getByText('95% interval 17 to 69%')).toBeTruthy()
})

test('a question with too few answers is held back with their number, and texts are hidden', async () => {
  await openResults('lead')
  const held = screen.getByRole('heading', { name: new RegExp(`^${WAY.replace('?', '\\?')}`) })
  expect(held.textContent).toBe(WAY)
  expect(held.parentElement!.textContent).toContain('Not shown: fewer than 5 cases.')
  expect(screen.queryByText(/Answer in words/)).toBeNull()
  expect(screen.getByText(/^Not shown to you/)).toBeTruthy()
})

test('an admin reads texts, and answers of fewer than the minimum', async () => {
  await openResults('admin')
  expect(screen.getByText('Answer in words 3')).toBeTruthy()
  expect(screen.getByText('Easy, Very easy')).toBeTruthy()
  expect(screen.queryByText(/Not shown/)).toBeNull()
})
