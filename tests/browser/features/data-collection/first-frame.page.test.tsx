import '#tests/support/indexed-db.ts'
import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { $view } from '#browser/app/view.ts'
import { $openSection, PREPARE_MS, prepareSection } from '#browser/features/data-collection/section.ts'
import { logOut } from '#browser/stores/session.ts'
import { holdTimers } from '#tests/support/held-timers.ts'
import { useIsland } from '#tests/support/island.tsx'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
/** Until then the API says nothing about the questions of a section. */
let answered: Promise<void> = Promise.resolve()
const { start } = useIsland(server, {
  fetch: async (input, init) => {
    if ((input as Request).url.includes('/questions')) await answered
    return server.fetch(input, init)
  }
})

afterEach(() => (answered = Promise.resolve()))

async function openPage(): Promise<string[]> {
  const submission = await ownSubmission(server, 'ward-staffing', '2026')
  const { questionnaire_id, section_id } = await cellOf(server, submission, 'Staffed beds')
  const states: string[] = []
  const stop = $view.listen(view => {
    if (view.is === 'screen') states.push($openSection.get().state)
  })
  await start(
    `/projects/ward-staffing/data-collection/questionnaire/${questionnaire_id}-${submission}-${section_id}`,
    'lead'
  )
  stop()
  return states
}

test('the first screen of a page has the cells of its section', async () => {
  holdTimers(PREPARE_MS)
  expect(await openPage()).toEqual(['ready'])
  expect(await screen.findByRole('textbox', { name: /Staffed beds/ })).toBeTruthy()
})

test('a section that takes long has its skeleton meanwhile', async () => {
  const held = Promise.withResolvers<void>()
  answered = held.promise
  expect(await openPage()).toEqual(['loading'])
  expect(screen.getByLabelText('Loading the section')).toBeTruthy()
  held.resolve()
  expect(await screen.findByRole('textbox', { name: /Staffed beds/ })).toBeTruthy()
})

test.each([true, false])('a section that a page begins with is closed by Back: %s', async goesBack => {
  const submissionId = await ownSubmission(server, 'ward-staffing', '2026')
  const { questionnaire_id, section_id } = await cellOf(server, submissionId, 'Staffed beds')
  await start('/projects', 'lead')
  holdTimers(PREPARE_MS)
  const held = Promise.withResolvers<void>()
  answered = held.promise
  const preparing = prepareSection({
    questionnaireId: questionnaire_id,
    submissionId,
    sectionId: section_id
  })
  if (goesBack) dispatchEvent(new PopStateEvent('popstate'))
  held.resolve()
  await act(() => preparing)
  expect($openSection.get().state).toBe(goesBack ? 'loading' : 'ready')
  dispatchEvent(new PopStateEvent('popstate'))
})

test('cells that arrived before a logout in another tab are not shown after it', async () => {
  holdTimers(PREPARE_MS)
  const stop = $openSection.listen(({ state }) => {
    if (state === 'ready' && $view.get().is === 'starting') logOut()
  })
  expect(await openPage()).not.toContain('ready')
  stop()
  expect(await screen.findByRole('heading', { name: /Log in/ })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: /Staffed beds/ })).toBeNull()
})
