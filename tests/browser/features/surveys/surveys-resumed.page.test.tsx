// A respondent who stops and returns goes on where they stopped, with every answer.

import '#tests/support/indexed-db.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { makeCase } from '#tests/support/cases.ts'
import { useIsland } from '#tests/support/island.tsx'
import { heading, press } from '#tests/support/respondent.tsx'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)

beforeEach(() => {
  // The island's clock is frozen, while the save queue uses real time.
  vi.useRealTimers()
})

const choose = (name: string) => act(async () => void fireEvent.click(screen.getByRole('radio', { name })))

async function write(label: RegExp, text: string): Promise<void> {
  const field = screen.getByRole('textbox', { name: label })
  await act(async () => {
    field.focus()
    fireEvent.input(field, { target: { value: text } })
    field.blur()
  })
}

const placeInSurvey = () => {
  const query = new URLSearchParams(location.search)
  return { part: query.get('part'), cell: query.get('cell') }
}
const saved = () =>
  waitFor(() => expect(screen.getByText('Saved', { selector: ':not([role])' })).toBeTruthy())
const percent = () =>
  Number(screen.getByRole('progressbar', { name: 'Answered' }).getAttribute('aria-valuenow'))

async function answerFirstPart(): Promise<void> {
  await heading('When and why')
  await write(/When was it/, '3/9/2026')
  await choose('By appointment')
  await choose('No')
}

test('resumes at the question after the last one answered, also where nothing more is required', async () => {
  const { ids, code } = await makeCase(server)
  await island.start(`/surveys/${ids}/${code}`)
  await press('Start', 'link')
  await answerFirstPart()
  await press('Next: How it went')
  await heading('How it went')
  await write(/From 0 to 10/, '8')
  await saved()
  await press('Save and leave', 'link')
  await press('Resume', 'link')
  await heading('How it went')
  await waitFor(() => expect(placeInSurvey().cell).not.toBeNull())
  const first = placeInSurvey()
  expect(document.activeElement?.contains(screen.getByRole('radio', { name: 'Yes' }))).toBe(true)
  await choose('Yes')
  await saved()
  expect(percent()).toBe(100)
  await press('Save and leave', 'link')
  expect(await screen.findByText('100%')).toBeTruthy()
  await press('Resume', 'link')
  await waitFor(() => expect(placeInSurvey().part).toBe('2'))
  expect(placeInSurvey().cell).not.toBe(first.cell)
  expect(document.activeElement?.contains(screen.queryByRole('radio', { name: 'Yes' }))).not.toBe(true)
})
