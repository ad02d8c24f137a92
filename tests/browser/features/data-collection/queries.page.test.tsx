// Queries on screen: an admin raises them by rules and by hand, a member answers, the admin decides.

import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { saveCsv } from '#browser/api/download.ts'
import type { DataQuery } from '#contract/queries.ts'
import { paths } from '#programme/paths.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { queryingOn } from '#tests/support/querying.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

vi.mock('#browser/api/download.ts', async original => ({
  ...(await original<typeof import('#browser/api/download.ts')>()),
  saveCsv: vi.fn<typeof import('#browser/api/download.ts').saveCsv>()
}))

const server = useServer()
const island = useIsland(server)
const { blankWard, save } = savingOn(server)
const { raised, queryNumbered, list, decide } = queryingOn(server)

const QUERIES = '/projects/ward-staffing/data-collection?view=queries'
const press = (button: HTMLElement) => act(async () => button.click())
const type = (field: HTMLElement, value: string) =>
  act(async () => void fireEvent.change(field, { target: { value } }))

test('an admin sees every query that the rules find, leaves one out and sends the others', async () => {
  await island.start(QUERIES, 'admin')
  await press(await screen.findByRole('button', { name: 'Raise queries…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Raise queries' })
  const table = await within(dialog).findByRole('region', { name: 'Queries to send' })
  const boxes = within(table).getAllByRole('checkbox').slice(1)
  expect(boxes.length).toBeGreaterThan(1)
  await press(boxes[0]!)
  const send = within(dialog).getByRole('button', { name: /^Send \d/ })
  expect(send.textContent).toContain(`Send ${boxes.length - 1} quer`)
  expect((await list()).queries).toEqual([])
  await press(send)
  const sent = await screen.findByRole('region', { name: 'Queries' })
  expect(within(sent).getAllByRole('rowheader').length).toBeGreaterThan(boxes.length - 1)
  expect((await list()).queries).toHaveLength(boxes.length - 1)
})

test('a member reads the question on the home page and answers it beside the cell', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  await save(ward, cell, [{ value: 24 }])
  const asked = await raised(ward, cell, '2027-01-18')
  await island.start('/projects/ward-staffing', 'contributor')
  expect(await screen.findByRole('heading', { name: /^\d+ questions? from the programme$/ })).toBeDefined()
  await press(screen.getByRole('link', { name: /^Answer: .*Staffed beds$/ }))
  const panel = await screen.findByRole('tabpanel', { name: 'For you' })
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Staffed beds/ }))
  expect(within(panel).getByText('Is 24 right?')).toBeDefined()
  const answer = await within(panel).findByRole('button', { name: 'Answer: 24 is correct' })
  await press(answer)
  expect(within(panel).getByRole('alert').textContent).toBe('Enter why it is correct.')
  const because = () => screen.findByLabelText<HTMLTextAreaElement>('Correct as it is, because')
  await type(await because(), 'Two are in store.')
  // What is typed stays while the reader looks something up.
  await press(screen.getByRole('tab', { name: 'About' }))
  await press(screen.getByRole('tab', { name: /^For you/ }))
  expect((await because()).value).toBe('Two are in store.')
  await press(screen.getByRole('button', { name: 'Answer: 24 is correct' }))
  await expect.poll(async () => (await queryNumbered(asked.query_id)).query_status).toBe('answered')
  expect(await screen.findByText('Answer sent to the programme.')).toBeDefined()
})

test('a question that an admin has typed is kept for its cell until it is sent', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  await island.start(paths.section('ward-staffing', cell.questionnaire_id, ward, cell.section_id), 'admin')
  const goTo = async (name: RegExp) => {
    const field = await screen.findByRole('textbox', { name })
    await act(async () => field.focus())
  }
  const asking = () => screen.findByLabelText<HTMLTextAreaElement>('Ask about this answer')
  await goTo(/^Occupied bed days/)
  await press(await screen.findByRole('tab', { name: /^Comments/ }))
  await type(await asking(), 'Were all days counted?')
  await type(screen.getByLabelText('Answer by'), '2027-01-18')
  await goTo(/^Registered nurses in post/)
  await eventually(async () => expect((await asking()).value).toBe(''))
  await goTo(/^Occupied bed days/)
  await eventually(async () => expect((await asking()).value).toBe('Were all days counted?'))
  expect(screen.getByLabelText<HTMLInputElement>('Answer by').value).toBe('2027-01-18')
  await press(screen.getByRole('button', { name: 'Ask the organisation' }))
  await eventually(async () =>
    expect((await list()).queries.map(({ query_text }) => query_text)).toContain('Were all days counted?')
  )
})

test('an admin filters, reads the answer, returns it with a message and exports the list', async () => {
  await island.start(QUERIES, 'admin')
  expect(await screen.findByRole('heading', { name: '1 answer to review' })).toBeDefined()
  await press(screen.getByRole('button', { name: /^Answered/ }))
  const table = await screen.findByRole('region', { name: 'Queries' })
  // In wide windows in its own column, in small ones below the organisation.
  expect(within(table).getAllByText(/Two are in store/)).toHaveLength(2)
  expect(within(table).getAllByRole('link')[0]?.getAttribute('href')).toMatch(
    /\?go=\d+%3A\d+%3A\d+&tab=comments$/
  )
  await press(within(table).getByRole('checkbox', { name: /^Select: .*Staffed beds/ }))
  await press(screen.getByRole('button', { name: 'Decide on 1' }))
  await press(screen.getByRole('button', { name: 'Return' }))
  expect(screen.getByRole('alert').textContent).toBe('Enter a message.')
  await type(screen.getByLabelText('Message to the organisation'), '=Which store?')
  // It could not be found again after a reload.
  expect(JSON.stringify(sessionStorage)).not.toContain('Which store?')
  await press(screen.getByRole('button', { name: 'Return' }))
  expect(await screen.findByRole('heading', { name: 'No answers to review' })).toBeDefined()
  await press(screen.getByRole('button', { name: /^All/ }))
  await press(screen.getByRole('button', { name: /^Export/ }))
  await expect.poll(() => vi.mocked(saveCsv).mock.calls.length).toBe(1)
  const [csv] = vi.mocked(saveCsv).mock.calls[0]!
  expect(csv).toContain('Staffed beds')
  expect(csv.split('\r\n').length).toBe((await list()).queries.length + 2)
})

test('an admin asks about a cell beside its comments', async () => {
  const ward = await blankWard()
  const { questionnaire_id, section_id } = await cellOf(server, ward, 'Students on placement')
  await island.start(paths.section('ward-staffing', questionnaire_id, ward, section_id), 'admin')
  const field = await screen.findByRole('textbox', { name: /Students on placement/ })
  await act(async () => field.focus())
  await press(await screen.findByRole('tab', { name: /^Comments/ }))
  await type(await screen.findByLabelText('Ask about this answer'), 'None at all?')
  await press(screen.getByRole('button', { name: 'Ask the organisation' }))
  await expect
    .poll(async () => (await list()).queries.map(query => query.query_text))
    .toContain('None at all?')
  expect(await screen.findByText(/^\d questions? from the programme$/)).toBeDefined()
})

test('a member answers several questions with one text, and sees which of them were not answered', async () => {
  const ward = await blankWard()
  const names = ['Leavers', 'Joiners', 'Bank hours'] as const
  const asked: DataQuery[] = []
  for (const name of names) asked.push(await raised(ward, await cellOf(server, ward, name)))
  await island.start('/projects/ward-staffing', 'contributor')
  await press(await screen.findByRole('button', { name: 'Answer several at once…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Answer several questions' })
  const box = (name: string) => within(dialog).getByRole('checkbox', { name: new RegExp(`, ${name}`) })
  const text = within(dialog).getByLabelText<HTMLTextAreaElement>('Correct as it is, because')
  await type(text, 'Counted twice.')
  await press(within(dialog).getByRole('button', { name: 'Answer' }))
  expect(within(dialog).getByRole('alert').textContent).toBe('Select at least one question.')
  for (const name of names.slice(0, 2)) await press(box(name))
  // Someone else is faster with one of them.
  await decide('withdraw', asked[1]!)
  await press(within(dialog).getByRole('button', { name: 'Answer 2' }))
  await expect.poll(() => within(dialog).getByRole('alert').textContent).toBe('1 of 2 questions answered.')
  expect(within(dialog).getByText(/, Joiners.*: .+/)).toBeDefined()
  expect(text.value).toBe('Counted twice.')
  const status = async () => {
    const all = []
    for (const { query_id } of asked) all.push((await queryNumbered(query_id)).query_status)
    return all
  }
  expect(await status()).toEqual(['answered', 'cancelled', 'open'])
  await expect.poll(() => within(dialog).queryByRole('checkbox', { name: /, Leavers/ })).toBeNull()
  await press(box('Bank hours'))
  await press(within(dialog).getByRole('button', { name: 'Answer 1' }))
  expect(await screen.findByText('Answers sent to the programme.')).toBeDefined()
  expect(await status()).toEqual(['answered', 'cancelled', 'answered'])
})

test('the message to the organisation is kept for its query, too', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  await raised(ward, cell, '2027-01-18')
  await island.start(paths.section('ward-staffing', cell.questionnaire_id, ward, cell.section_id), 'admin')
  const field = await screen.findByRole('textbox', { name: /^Staffed beds/ })
  await act(async () => field.focus())
  const message = () => screen.findByLabelText<HTMLTextAreaElement>('Message to the organisation')
  await press(await screen.findByRole('tab', { name: /^Comments/ }))
  await type(await message(), 'Not needed any more.')
  await press(screen.getByRole('tab', { name: 'About' }))
  expect(screen.queryByLabelText('Message to the organisation')).toBeNull()
  await press(screen.getByRole('tab', { name: /^Comments/ }))
  expect((await message()).value).toBe('Not needed any more.')
  // An extension needs a later date than the current one.
  const extend = async (day: string) => {
    await type(screen.getByLabelText('New date'), day)
    await press(screen.getByRole('button', { name: 'Extend' }))
  }
  await extend('2027-01-18')
  expect(screen.getByText('Choose a date later than the current one.')).toBeDefined()
  await extend('2027-01-19')
  expect(await screen.findByText('1 query extended.')).toBeDefined()
})

test('of several queries, those are extended whose date is earlier than the new one', async () => {
  const ward = await blankWard()
  const asked = [
    await raised(ward, await cellOf(server, ward, 'Agency hours'), '2027-02-01'),
    await raised(ward, await cellOf(server, ward, 'Agency cost'), '2027-03-01')
  ]
  await island.start(QUERIES, 'admin')
  const table = await screen.findByRole('region', { name: 'Queries' })
  for (const { submission_name, question_text } of asked)
    await press(
      within(table).getByRole('checkbox', {
        name: `Select: ${submission_name}, ${question_text}, Registered`
      })
    )
  await press(screen.getByRole('button', { name: 'Decide on 2' }))
  const extend = async (day: string) => {
    await type(screen.getByLabelText('New date'), day)
    await press(screen.getByRole('button', { name: 'Extend' }))
    return screen.getByRole('alert').textContent
  }
  expect(await extend('2027-01-08')).toBe('Choose a date later than the current one.')
  await extend('2027-02-08')
  await expect
    .poll(() => screen.getByRole('alert').textContent)
    .toBe('1 of 2 queries extended. Choose a date later than the current one.')
  expect((await queryNumbered(asked[0]!.query_id)).due_at).toBe('2027-02-09T00:00:00.000Z')
  expect((await queryNumbered(asked[1]!.query_id)).due_at).toBe(asked[1]!.due_at)
})
