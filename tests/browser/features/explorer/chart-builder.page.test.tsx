// The chart builder: who gets it, whether the server accepts what it offers, and failures with a retry.

import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { configureTransport } from '#browser/api/transport.ts'
import { noticeVersion, setActive } from '#browser/features/explorer/builder/chart-builder.ts'
import { listChartParameters } from '#contract/chart-parameters.ts'
import { getChart } from '#contract/charts.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { chartNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)
const NAME = 'Vacancy rate'
const GROUP = '/projects/ward-staffing/results/establishment'

const builderOf = async (): Promise<string> => `${GROUP}/detail/${await chartNamed(server, NAME)}?mode=edit`
const go = (address: string) => act(async () => navigate(address))
const press = (name: string | RegExp) => clickFound(screen.findByRole('button', { name }))
const stored = async () =>
  (
    await server.call(
      getChart,
      { params: { id: await chartNamed(server, NAME) } },
      await server.tokenOf('admin')
    )
  ).body

describe.each(['viewer', 'contributor', 'lead'] as const)('%s', role => {
  test('is offered no new chart, and reads the chart at the address of the builder', async () => {
    await start(GROUP, role)
    await screen.findByRole('link', { name: NAME })
    expect(screen.queryByRole('link', { name: 'New chart' })).toBeNull()
    await go(await builderOf())
    expect(await screen.findByText(/^Calculated /)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
    // Without a chart's id members see the group's first chart.
    await go(GROUP)
    await screen.findByRole('link', { name: NAME })
    await go(`${GROUP}/detail`)
    expect(await screen.findByText(/^Calculated /)).toBeTruthy()
    expect(location.pathname).toMatch(/\/detail\/\d+$/)
  })
})

describe.each(['admin', 'super'] as const)('%s', role => {
  test('is offered to save, retire, restore and duplicate, and each is accepted', async () => {
    await start(await builderOf(), role)
    const before = await stored()
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Save changes' })).disabled).toBe(
      true
    )
    const unit = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Unit/ })
    await act(async () => void fireEvent.change(unit, { target: { value: `${before.unit}%` } }))
    expect(await screen.findByText('1 change not saved')).toBeTruthy()
    await press('Save changes')
    await eventually(async () => expect((await stored()).unit).toBe(`${before.unit}%`))
    await press('Retire')
    await eventually(async () => expect((await stored()).is_active).toBe(false))
    await press('Restore')
    await eventually(async () => expect((await stored()).is_active).toBe(true))
    await press('Duplicate')
    expect(await screen.findByRole('button', { name: 'Save the chart' })).toBeTruthy()
    expect(location.pathname).toBe(`${GROUP}/detail`)
  })
})

test('“Edit” and the way back are other screens: each takes focus', async () => {
  const focused = () => document.activeElement?.id
  await start((await builderOf()).replace('?mode=edit', ''), 'admin')
  const edit = await screen.findByRole('link', { name: 'Edit' })
  act(() => edit.focus())
  await act(async () => edit.click())
  await screen.findByLabelText('Title')
  expect(focused()).toBe('main')
  const back = screen.getByRole('link', { name: 'Open the chart' })
  act(() => back.focus())
  await act(async () => back.click())
  await screen.findByRole('link', { name: 'Edit' })
  expect(focused()).toBe('main')
})

test('a version that was read before the chart was retired here is not shown after it', async () => {
  const id = await chartNamed(server, NAME)
  await start(await builderOf(), 'admin')
  await screen.findByRole('button', { name: 'Retire' })
  const [isRead, mayArrive] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  configureTransport({
    apiBase: 'http://api.example',
    onUnauthorised: () => {},
    fetch: async (input, init) => {
      const reply = await server.fetch(input, init)
      if (
        (input as Request).method === 'GET' &&
        new URL((input as Request).url).pathname.endsWith(`/charts/${id}`)
      ) {
        isRead.resolve()
        await mayArrive.promise
      }
      return reply
    }
  })
  const noticed = noticeVersion(0)
  await isRead.promise
  await act(async () => void (await setActive(false)))
  await screen.findByRole('button', { name: 'Restore' })
  mayArrive.resolve()
  await act(() => noticed)
  expect(screen.getByRole('button', { name: 'Restore' })).toBeTruthy()
  await act(async () => void (await setActive(true)))
})

test('a chart that cannot be loaded shows why, and a retry loads it', async () => {
  const id = await chartNamed(server, NAME)
  const working = { apiBase: 'http://api.example', onUnauthorised: () => {}, fetch: server.fetch }
  let isBroken = true
  await start('/projects/ward-staffing', 'admin')
  configureTransport({
    ...working,
    fetch: (input, init) =>
      isBroken && new URL((input as Request).url).pathname.endsWith(`/charts/${id}`)
        ? Promise.resolve(Response.json({ detail: 'Out of order' }, { status: 400 }))
        : working.fetch(input, init)
  })
  await go(`${GROUP}/detail/${id}?mode=edit`)
  const notice = (await screen.findByText('The chart could not be loaded')).closest('div')!
  expect(within(notice).getByText('Out of order')).toBeTruthy()
  isBroken = false
  await press('Try again')
  expect(await screen.findByRole('button', { name: 'Save changes' })).toBeTruthy()
})

describe('undo in the chart builder', () => {
  const change = async (name: string, value: string) => {
    const field = await screen.findByRole('textbox', { name })
    field.focus()
    await act(async () => void fireEvent.change(field, { target: { value } }))
    field.blur()
  }
  const values = () =>
    ['Title', 'Target'].map(name => screen.getByRole<HTMLInputElement>('textbox', { name }).value)
  const key = (init: KeyboardEventInit) =>
    act(async () => void fireEvent.keyDown(document.body, { ctrlKey: true, ...init }))

  test('undoes and redoes changes, by buttons and by keys, also after discarding', async () => {
    await start(await builderOf(), 'admin')
    await screen.findByRole('textbox', { name: 'Title' })
    const [title, target] = values()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undo' }).disabled).toBe(true)
    await change('Title', 'Vacancies')
    await change('Target', '7')
    await press('Undo')
    expect(values()).toEqual(['Vacancies', target])
    await key({ key: 'z' })
    expect(values()).toEqual([title, target])
    expect(screen.queryByText(/not saved$/)).toBeNull()
    await press('Redo')
    await key({ key: 'y' })
    expect(values()).toEqual(['Vacancies', '7'])
    expect(screen.getByText('2 changes not saved')).toBeTruthy()
    await press('Discard')
    expect(values()).toEqual([title, target])
    await press('Undo')
    expect(values()).toEqual(['Vacancies', '7'])
  })

  test('typing in one field is one step', async () => {
    await start(await builderOf(), 'admin')
    const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
    const before = title.value
    await act(async () => title.focus())
    for (const value of ['V', 'Va', 'Vac'])
      await act(async () => void fireEvent.change(title, { target: { value } }))
    await key({ key: 'z', shiftKey: true })
    expect(title.value).toBe('Vac')
    await press('Undo')
    expect(title.value).toBe(before)
  })
})

/** Chooses an option by its text in the first select with a name. */
async function pick(name: RegExp, text: string): Promise<void> {
  const [select] = await screen.findAllByRole<HTMLSelectElement>('combobox', { name })
  const option = [...select!.options].find(one => one.text === text)!
  await act(async () => void fireEvent.change(select!, { target: { value: option.value } }))
}

const shownIn = (name: RegExp): string[] =>
  screen
    .getAllByRole<HTMLSelectElement>('combobox', { name })
    .map(select => select.options[select.selectedIndex]!.text)

test('a figure is picked by its row and column, and all columns together are one total', async () => {
  await start(await builderOf(), 'admin')
  const figure = 'Numerator of series 1, figure \\d'
  const [part, row, column] = [
    new RegExp(`^${figure}: part`),
    new RegExp(`^${figure}$`),
    new RegExp(`^${figure}: column`)
  ]
  const expectShown = (...texts: string[]) =>
    eventually(async () => expect([row, column].flatMap(shownIn)).toEqual(texts))
  await screen.findAllByRole('combobox', { name: column })
  expect(shownIn(part)).toEqual(['Skill mix, Staff by band'])
  await expectShown('Vacant WTE', 'Total')
  await pick(row, 'Budgeted WTE')
  await expectShown('Budgeted WTE', 'Total')
  await pick(column, 'Band 6')
  await expectShown('Budgeted WTE', 'Band 6')
  await pick(column, 'Total')
  await expectShown('Budgeted WTE', 'Total')
  await press(/^Numerator of series 1, figure 1: added/)
  await screen.findByRole('button', { name: /^Numerator of series 1, figure 1: subtracted/ })
  await press('Save changes')
  const query = { chart_id: await chartNamed(server, NAME) }
  await eventually(async () => {
    const { body } = await server.call(listChartParameters, { query }, await server.tokenOf('admin'))
    const saved = body.chart_parameters.filter(
      one => one.display_order === 1 && one.parameter_role === 'numerator'
    )
    expect(saved.map(({ factor }) => factor)).toEqual([-1, -1, -1, -1])
    expect(new Set(saved.map(({ row_id }) => row_id)).size).toBe(1)
  })
})

test('a survey question is a figure by the share of its options, brings its denominator, and is kept as a draft', async () => {
  await start(await builderOf(), 'admin')
  await pick(/^Numerator.*, figure 1: part of/, 'Patient experience survey, survey: Your visit')
  await pick(/^Numerator.*, figure 1$/, 'How did you come to us?')
  const kind = await screen.findByRole<HTMLSelectElement>('combobox', {
    name: /how its cases are aggregated/
  })
  expect(kind.value).toBe('share')
  expect([...kind.options].filter(one => one.disabled).map(one => one.text)).toEqual([
    'share of the top answer (needs a rating scale)',
    'mean (needs a number)',
    'median (needs a number)',
    'sum (needs an amount)'
  ])
  expect(screen.getByText('Divided by the cases with an answer.')).toBeTruthy()
  await clickFound(screen.findByRole('checkbox', { name: 'Someone brought me' }))
  await clickFound(screen.findByRole('checkbox', { name: 'By appointment' }))
  await go('/projects/ward-staffing')
  await press('Leave')
  await eventually(async () => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull())
  await go(await builderOf())
  const kept = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Someone brought me' })
  expect(kept.checked).toBe(true)
  await press('Save changes')
  const query = { chart_id: await chartNamed(server, NAME) }
  await eventually(async () => {
    const { body } = await server.call(listChartParameters, { query }, await server.tokenOf('admin'))
    expect(body.chart_parameters.filter(one => one.display_order === 1)).toMatchObject([
      { parameter_role: 'value', aggregate: { kind: 'share', option_ids: [expect.any(Number)] } }
    ])
  })
})
