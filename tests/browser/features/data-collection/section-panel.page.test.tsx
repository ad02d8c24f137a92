import '#tests/support/indexed-db.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import { $commentAsked, $panelTab } from '#browser/features/data-collection/panel/panel-tab.ts'
import { fieldId } from '#browser/section/table/cell-id.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { goOffline } from '#tests/support/offline.ts'
import { eventually } from '#tests/support/patience.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, ownSubmission, type SeededCell } from '#tests/support/seeded.ts'
import { NOON, useServer, type Role } from '#tests/support/server.ts'

// What stands beside the section: peers, history, comments, lists, workbook.

const server = useServer()
const { start } = useIsland(server)
const { blankWard, save, questionAt } = savingOn(server)

const panel = () => within(screen.getByRole('complementary', { name: 'About the cell' }))
const tab = (name: string | RegExp) => act(async () => panel().getByRole('tab', { name }).click())
const press = (name: string | RegExp) => clickFound(screen.findByRole('button', { name, hidden: true }))
/** Once an earlier press has ended: a busy button ignores others. */
const pressInPanel = (name: string) => clickFound(panel().findByRole('button', { name, busy: false }))
const field = ({ place }: SeededCell) => document.getElementById(fieldId(cellKey(place))) as HTMLInputElement

beforeEach(() => {
  server.clock.now = NOON
  $panelTab.set('about')
  $commentAsked.set(null)
})

async function openCell(submission: number, cell: SeededCell, role: Role): Promise<void> {
  const { questionnaire_id, section_id } = cell
  await start(
    `/projects/ward-staffing/data-collection/questionnaire/${questionnaire_id}-${submission}-${section_id}`,
    role
  )
  await waitFor(() => expect(field(cell)).not.toBeNull())
  await act(async () => field(cell).focus())
  await waitFor(() => expect(panel().getByRole('tab', { name: 'About' })).toBeTruthy())
}

const type = (cell: SeededCell, value: string) =>
  act(async () => void fireEvent.input(field(cell), { target: { value } }))

test('the strip follows typed values and points out unusual ones', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  const cell = await cellOf(server, ward, 'Day shift, actual hours', 'Band 6')
  const last = Number((await questionAt(ward, cell)).previous_answer?.value)
  await openCell(ward, cell, 'contributor')
  const strip = within(await panel().findByRole('region', { name: 'Among peers' }))
  expect(await strip.findByText(/^\d+ answers$/)).toBeTruthy()
  expect(strip.getByText(`2025: ${last.toLocaleString('en-GB')}`)).toBeTruthy()
  const tenth = Math.round(last / 10)
  await type(cell, String(tenth))
  expect(await strip.findByText(`now: ${tenth}`)).toBeTruthy()
  expect(strip.getByText(/^A tenth of last year’s .*A digit missing\?$/)).toBeTruthy()
  expect(strip.getByRole('img').getAttribute('aria-label')).toMatch(
    new RegExp(`Own last figure .*, now ${tenth}\\.`)
  )
  await type(cell, String(last))
  await waitFor(() => expect(strip.queryByText(/A digit missing/)).toBeNull())
})

test('peers too few to be shown are said to be so, in words', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  const cell = await cellOf(server, ward, 'Vacant WTE', 'Band 6')
  const minimum = (minimum_count: number) =>
    server.database
      .updateTable('projects')
      .set({ minimum_count })
      .where('programme_id', '=', 1)
      .where('project_code', '=', 'ward-staffing')
      .execute()
  await minimum(10_000)
  await openCell(ward, cell, 'viewer')
  expect(await panel().findByText(/^Too few other organisations have answered/)).toBeTruthy()
  await minimum(5)
})

test('the history says who changed the cell, when, from what to what, and what was imported', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Vacant WTE', 'Band 7')
  await save(ward, cell, [{ value: 3 }])
  server.clock.now = new Date(NOON.getTime() + 60_000)
  await save(ward, { ...cell, version: 1 }, [{ value: 4 }], { role: 'lead' })
  await save(ward, { ...cell, version: 2 }, [{ value: 5 }], { role: 'lead' })
  // As an import would have left the first one.
  await server.database
    .updateTable('answer_versions')
    .set({ source_author: 'Bea Lang', source_time: new Date('2019-03-04T10:00Z'), updated_by_user_id: null })
    .where('programme_id', '=', 1)
    .where('submission_id', '=', ward)
    .where('question_id', '=', cell.place.question_id)
    .where('column_id', '=', cell.place.column_id)
    .where('version', '=', 1)
    .execute()
  await openCell(ward, { ...cell, version: 3 }, 'viewer')
  await tab('History')
  const entries = await panel().findAllByRole('listitem')
  expect(entries.map(entry => entry.textContent)).toEqual([
    expect.stringMatching(/^4.*became 5.*Amara Okafor, 20 Nov/),
    expect.stringMatching(/^3.*became 4.*Amara Okafor, 20 Nov/),
    expect.stringMatching(/^blank.*became 3.*Imported from a file\. Bea Lang, 4 Mar 2019/)
  ])
})

test('a comment is written, answered, resolved and reopened; its text is kept if it cannot be sent', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Vacant WTE', 'Support')
  await openCell(ward, cell, 'contributor')
  await tab('Comments')
  const writing = () => panel().getByLabelText<HTMLTextAreaElement>('New comment')
  await panel().findByLabelText('New comment')
  fireEvent.change(writing(), { target: { value: 'Two posts are on hold.' } })
  configureTransport({
    apiBase: 'http://api.example',
    fetch: () => Promise.reject(new TypeError('Failed to fetch'))
  })
  await pressInPanel('Comment')
  expect((await panel().findByRole('alert')).textContent).toMatch(/Your text is kept/)
  // The comment arrives, and its reply is lost.
  configureTransport({
    apiBase: 'http://api.example',
    fetch: async (...request) => {
      await server.fetch(...request)
      throw new TypeError('Failed to fetch')
    }
  })
  await pressInPanel('Comment')
  expect((await panel().findByRole('alert')).textContent).toMatch(/Your text is kept/)
  expect(writing().value).toBe('Two posts are on hold.')
  await tab('About')
  await tab('Comments')
  expect(writing().value).toBe('Two posts are on hold.')
  configureTransport({ apiBase: 'http://api.example', fetch: server.fetch })
  await pressInPanel('Comment')
  expect(await panel().findByText(/^Rolf Lindqvist, 20 Nov/)).toBeTruthy()
  expect([writing().value, panel().getByRole('tab', { name: /Comments/ }).textContent]).toEqual([
    '',
    'Comments 1'
  ])

  await pressInPanel('Reply')
  fireEvent.change(panel().getByLabelText('Reply to Rolf Lindqvist'), { target: { value: 'Until when?' } })
  await pressInPanel('Send reply')
  expect(await panel().findByText('Until when?')).toBeTruthy()
  const goOnline = goOffline(server)
  await pressInPanel('Resolve')
  const unchanged = 'You are offline. The comment is unchanged. Try again when you are online.'
  expect(await screen.findByText(unchanged)).toBeTruthy()
  expect(panel().queryByText('Resolved')).toBeNull()
  goOnline()
  await pressInPanel('Resolve')
  expect(await panel().findByText('Resolved')).toBeTruthy()
  expect(panel().getByRole('tab', { name: /Comments/ }).textContent).toBe('Comments')
  await pressInPanel('Reopen')
  await waitFor(() => expect(panel().queryByText('Resolved')).toBeNull())
  const { comments } = await questionAt(ward, cell)
  expect(comments.map(({ comment_text, is_resolved }) => [comment_text, is_resolved])).toEqual([
    ['Two posts are on hold.', false],
    ['Until when?', false]
  ])
})

test('text typed while a comment is being sent is kept', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Vacant WTE', 'Band 6')
  await openCell(ward, cell, 'contributor')
  await tab('Comments')
  const writing = () => panel().getByLabelText<HTMLTextAreaElement>('New comment')
  await panel().findByLabelText('New comment')
  const arrival = Promise.withResolvers<void>()
  configureTransport({
    apiBase: 'http://api.example',
    fetch: async (...request) => {
      const reply = await server.fetch(...request)
      await arrival.promise
      return reply
    }
  })
  fireEvent.change(writing(), { target: { value: 'On hold.' } })
  await act(async () => panel().getByRole('button', { name: 'Comment' }).click())
  fireEvent.change(writing(), { target: { value: 'On hold. Until May.' } })
  await act(async () => arrival.resolve())
  expect(await panel().findByText('On hold.')).toBeTruthy()
  expect(writing().value).toBe('On hold. Until May.')
  configureTransport({ apiBase: 'http://api.example', fetch: server.fetch })
})

test('viewers read comments but cannot write any, and see no saving state', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  await openCell(ward, cell, 'viewer')
  await tab('Comments')
  expect(await panel().findByText(/You can view comments but not write them/)).toBeTruthy()
  expect(panel().queryByLabelText('New comment')).toBeNull()
  const bar = screen.getByRole('region', { name: 'Saving and next steps' })
  expect(bar.textContent).not.toMatch(/saved/i)
})

test('a figure that needs a comment leads to it; then nothing is left of it', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  const last = Number((await questionAt(ward, cell)).previous_answer?.value)
  await openCell(ward, cell, 'contributor')
  await type(cell, String(last + 30))
  await act(async () => panel().getByRole('tab', { name: 'About' }).focus())
  const ask = await panel().findByRole('button', { name: 'Write a comment' })
  await act(async () => ask.click())
  const writing = await panel().findByLabelText('New comment')
  await eventually(() => expect(document.activeElement).toBe(writing))
  fireEvent.change(writing, { target: { value: 'A second bay opened in May.' } })
  await act(async () => panel().getByRole('button', { name: 'Comment' }).click())
  await panel().findByText('A second bay opened in May.')
  await tab('About')
  await waitFor(() => expect(panel().queryByRole('button', { name: 'Write a comment' })).toBeNull())
  await press(/^1 to check/)
  expect(screen.getByRole('dialog', { name: '1 to check' }).textContent).toMatch(/Staffed beds/)
  expect(screen.getByRole('dialog', { name: '1 to check' }).textContent).not.toMatch(/Needs a comment/)
})

test('missing and invalid answers are listed, and every entry leads to its cell', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Budgeted WTE', 'Band 5')
  await openCell(ward, cell, 'contributor')
  await type(cell, 'twelve')
  await act(async () => panel().getByRole('tab', { name: 'About' }).focus())
  await press(/^1 invalid/)
  const list = within(screen.getByRole('dialog', { name: '1 invalid' }))
  await act(async () => list.getByRole('button', { name: /Budgeted WTE, Band 5.*Enter a number/i }).click())
  expect(document.activeElement).toBe(field(cell))
  await press(/^Show missing answers/)
  const left = within(screen.getByRole('dialog', { name: /^Show missing answers/ })).getAllByRole('button')
  expect(left.length).toBeGreaterThan(3)
  await act(async () => left.at(-1)?.click())
  expect(document.activeElement?.getAttribute('aria-label')).toBe(left.at(-1)?.firstElementChild?.textContent)
})

test('the form is laid out for paper, blank or with answers, and goes again', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  const cell = await cellOf(server, ward, 'Budgeted WTE', 'Band 5')
  const { value } = (await questionAt(ward, cell)).answer
  await openCell(ward, cell, 'viewer')
  await act(async () => void window.dispatchEvent(new Event('beforeprint')))
  const sheet = () => screen.getByRole('article')
  const row = () => within(sheet()).getByRole('row', { name: /^Budgeted WTE/ }).textContent
  expect(row()).toContain(String(value))
  await act(async () => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.queryByRole('article')).toBeNull()
  const { $printing } = await import('#browser/section/print/printing.ts')
  await act(async () => $printing.set({ kind: 'blank', at: NOON.getTime() }))
  expect(sheet().textContent).toContain('Blank form.')
  expect(row()).not.toContain(String(value))
})

test('a section of an earlier period prints as of that period', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2025')
  await openCell(ward, await cellOf(server, ward, 'Budgeted WTE', 'Band 5'), 'viewer')
  await act(async () => void window.dispatchEvent(new Event('beforeprint')))
  const sheet = screen.getByRole('article')
  expect(sheet.textContent).toContain('2025')
  expect(sheet.textContent).not.toContain('2026')
  await waitFor(() => expect(sheet.textContent).not.toMatch(/Submission \d/))
  await act(async () => void window.dispatchEvent(new Event('afterprint')))
})
