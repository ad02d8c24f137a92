// What was typed in the questionnaire builder and is not saved: kept on this device, and compared with what someone else has saved.

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { $edits } from '#browser/questionnaire-builder/edits.ts'
import { updateSection } from '#contract/questionnaire-builder.ts'
import { press, type } from '#tests/support/account-screens.ts'
import { buildingScreen, BUILDER_PAGE, leave, write } from '#tests/support/builder-screen.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { admin, read, open, saved, failCalls, mendCalls } = buildingScreen(server, useIsland(server))

const openSection = async () => {
  const opened = await open()
  await press('Section settings')
  await screen.findByLabelText('Name')
  return opened
}

test('what could not be saved is there again after the page was left, and is saved', async () => {
  const { id } = await openSection()
  failCalls()
  await write('Name', 'Typed in a tunnel')
  await screen.findByText('1 field not saved')
  await act(async () => navigate('/projects/ward-staffing/about'))
  expect(await screen.findByText(/It stays on this device if you leave/)).toBeTruthy()
  await press('Leave')
  await screen.findByRole('heading', { name: 'About Ward staffing' })
  mendCalls()
  await act(async () => navigate(`${BUILDER_PAGE}&questionnaire=${id}`))
  await press('Section settings')
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Typed in a tunnel')
  expect(screen.getByText('This was not saved when you left.')).toBeTruthy()
  await press('Try again')
  await saved(id, ({ sections }) => expect(sections[0]?.section_name).toBe('Typed in a tunnel'))
  await waitFor(() =>
    expect(Object.keys(localStorage).filter(name => name.startsWith('questionnaire-draft'))).toEqual([])
  )
})

test('that someone else has typed the same is no conflict', async () => {
  const { id, structure } = await openSection()
  const params = { id: structure.sections[0]!.section_id }
  await type('Name', 'The same')
  await server.call(updateSection, { params, body: { section_name: 'The same' } }, await admin())
  await leave('Name')
  await waitFor(() => expect(Object.values($edits.get()).filter(Boolean)).toEqual([]))
  expect(screen.queryByText(/^Someone else has changed/)).toBeNull()
  expect((await read(id)).sections[0]?.section_name).toBe('The same')
})

// What buttons, keys and pasting do to it needs a browser: tests/journeys/questionnaire-builder.spec.ts.
test('guidance is edited as it will look, also where someone else has changed it', async () => {
  const { id, structure } = await openSection()
  const box = await screen.findByRole('textbox', { name: 'Guidance' })
  const params = { id: structure.sections[0]!.section_id }
  const fill = (html: string) =>
    act(async () => {
      box.innerHTML = html
      fireEvent.input(box)
    })
  await fill('<p>Count <b>posts</b></p>')
  await act(async () => void fireEvent.blur(box))
  await saved(id, ({ sections }) => expect(sections[0]?.guidance_html).toContain('Count <b>posts</b>'))

  await fill('<p>Mine</p>')
  const guidance_html = '<p>Theirs</p>'
  await server.call(updateSection, { params, body: { guidance_html } }, await admin())
  await act(async () => void fireEvent.blur(box))
  const words = await screen.findByText(/^Someone else has changed this/)
  expect(words.nextElementSibling?.textContent).toBe('Theirs')
  await press('Take theirs')
  await waitFor(() => expect(box.textContent).toBe('Theirs'))

  await fill('<br>')
  await act(async () => void fireEvent.blur(box))
  await saved(id, ({ sections }) => expect(sections[0]?.guidance_html).toBe(''))
})
