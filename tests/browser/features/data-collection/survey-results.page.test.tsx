// A lead and an admin read what respondents have answered.

import { act, fireEvent, screen, within } from '@testing-library/react'
import Papa from 'papaparse'
import { beforeAll, expect, test, vi } from 'vitest'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
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
  // It is in no group, so it has no page.
  expect(screen.queryByRole('link', { name: 'Chart: First visits' })).toBeNull()
  expect(screen.getByText('Chart: First visits')).toBeTruthy()
  const parts = within(screen.getByRole('navigation', { name: 'Parts of the survey' }))
  for (const part of parts.getAllByRole('link'))
    expect(document.querySelector(part.getAttribute('href')!)?.textContent).toBe(
      part.firstElementChild!.textContent
    )
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

test('a lead switches between the results and the codes that are not complete', async () => {
  await openResults('lead')
  const press = async (role: 'link' | 'button', name: string) => {
    const found = await screen.findByRole(role, { name })
    await act(async () => void fireEvent.click(found))
  }
  await press('link', 'Open 2 cases to complete')
  expect(within(await screen.findByRole('table', { name: 'Case codes' })).getByText('Started')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Answers so far' })).toBeNull()
  await press('button', 'Results')
  await screen.findByRole('heading', { name: 'Answers so far' })
  await press('button', 'Cases')
  await screen.findByRole('table', { name: 'Case codes' })
})

/** By question: the lines of the file, from the answer on. */
async function downloaded(role: 'lead' | 'admin') {
  const files: { name: string; content: Blob }[] = []
  let content: Blob
  vi.spyOn(URL, 'createObjectURL').mockImplementation(made => {
    content = made as Blob
    return 'blob:saved'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    files.push({ name: this.download, content })
  })
  await openResults(role)
  await act(async () => screen.getByRole('button', { name: 'Download CSV' }).click())
  await eventually(() => expect(files).toHaveLength(1))
  expect(files[0]!.name).toMatch(/^Results, Patient experience survey, .+\.csv$/)
  const { data } = Papa.parse<string[]>((await files[0]!.content.text()).replace('\uFEFF', ''))
  return (text: string) => data.filter(row => row[1] === text).map(row => row.slice(4).join('|'))
}

test('a lead’s file has what the page shows: no number of a question that is held back, and no text', async () => {
  const linesOf = await downloaded('lead')
  expect(linesOf(FIRST)).toEqual(['All answers|10||', 'Yes|4|40|', 'No|6|60|'])
  expect(linesOf(WAY)).toEqual(['Not shown: fewer than 5 cases|||'])
  expect(linesOf('What could be better?')).toEqual([])
  expect(linesOf('How long did you wait?')).toContain('Median|||0:45')
})

test('an admin’s file has single answers, as the page', async () => {
  const linesOf = await downloaded('admin')
  expect(linesOf(WAY)).toContain('Very easy|3|100|')
  expect(linesOf('What could be better?')).toContain('|||Answer in words 3')
})

test('an admin reads texts, and answers of fewer than the minimum', async () => {
  await openResults('admin')
  expect(screen.getByText('Answer in words 3')).toBeTruthy()
  expect(screen.getByText('Easy, Very easy')).toBeTruthy()
  expect(screen.queryByText(/Not shown/)).toBeNull()
  const chart = screen.getByRole('link', { name: 'Chart: Easy to find the way' })
  await act(async () => void fireEvent.click(chart))
  await screen.findByRole('heading', { name: 'Easy to find the way' })
})
