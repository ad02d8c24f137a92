// @vitest-environment node
// What was typed in the questionnaire builder and is not saved: kept on this device, and compared with what someone else has saved.

import '#tests/support/page.ts'
import { act, screen, waitFor } from '@testing-library/react'
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

test('guidance is formatted by buttons: the selection is marked up, and saved when the field is left', async () => {
  const { id } = await openSection()
  const guidance = await screen.findByLabelText<HTMLTextAreaElement>('Guidance')
  const format = async (name: string, from: number, to: number) => {
    await act(async () => guidance.focus())
    guidance.setSelectionRange(from, to)
    await press(name)
  }
  await type('Guidance', 'Count posts\nnot people')
  await format('Bold', 6, 11)
  expect(guidance.value).toBe('Count <b>posts</b>\nnot people')
  await format('Link', 19, 29)
  expect(guidance.value).toBe('Count <b>posts</b>\n<a href="https://">not people</a>')
  await type('Guidance', 'one\ntwo')
  await format('List', 0, 7)
  expect(guidance.value).toBe('<ul>\n<li>one</li>\n<li>two</li>\n</ul>')
  await leave('Guidance')
  await saved(id, ({ sections }) =>
    expect(sections[0]?.guidance_html).toMatch(/<li>one<\/li>\s*<li>two<\/li>/)
  )
})
