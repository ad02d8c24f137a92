// Each role on an API with the specification's 95 operations alone: nothing fails on the screen, and nothing is offered that the API lacks. The commit
// chooses in which way the additions are refused, and to whom; `npm run test:long -- screens` goes through all of them.

import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { $notOffered } from '#browser/api/offered.ts'
import { $builder, edit, isDirty } from '#browser/features/explorer/builder/chart-builder.ts'
import { $cells } from '#browser/features/explorer/builder/series/cells.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { listChartCells, listChartParameters } from '#contract/chart-parameters.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { chartNamed, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'
import { refusals, withoutAdditions, type Refusal } from '#tests/support/without-additions.ts'

const server = useServer({ organisations: 40 })
let refusal: Refusal = '404'
const { start } = useIsland(server, {
  fetch: (input, init) => withoutAdditions(server.fetch, refusals[refusal])(input, init)
})

async function press(name: string | RegExp, role = 'button'): Promise<void> {
  const element = await screen.findByRole(role, { name })
  await act(async () => element.click())
}

const expectNoFailure = (): void => {
  expect(screen.queryByText(/could not be|An error occurred|not found/i)).toBeNull()
  expect($toasts.get().filter(({ status }) => status === 'error')).toEqual([])
}

async function openAccount(tab: string): Promise<void> {
  await press(/^Account:/)
  await press('Your account…', 'menuitem')
  await press(tab, 'tab')
}

async function makeGroup(role: Role, name: string): Promise<void> {
  await start(`/projects/ward-staffing/results?tp=${await periodNamed(server, '2025')}`, role)
  await press(/^Peers: /)
  await press('Manage groups…')
  await press('New group')
  const dialog = within(await screen.findByRole('dialog', { name: 'Peer groups' }))
  const select = await dialog.findByLabelText('Filter of rule 1')
  const filter = within(select).getAllByRole('option')[1]
  await act(async () => void fireEvent.change(select, { target: { value: filter?.getAttribute('value') } }))
  const [option] = within(dialog.getByRole('group', { name: 'Rule 1' })).getAllByRole('checkbox')
  await act(async () => option?.click())
  const field = dialog.getByLabelText('Name of the new group')
  await act(async () => void fireEvent.change(field, { target: { value: name } }))
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save group' })
  await eventually(() => expect(button.disabled).toBe(false))
  await act(async () => button.click())
  await screen.findByText(new RegExp(`^${name} is saved`))
  await press(`Edit ${name}`)
  const renamed = await dialog.findByLabelText('Name of the group')
  await act(async () => void fireEvent.change(renamed, { target: { value: `${name} again` } }))
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save group' })
  await eventually(() => expect(save.disabled).toBe(false))
  await act(async () => save.click())
  await screen.findByText(new RegExp(`^${name} again is saved`))
}

describe.each(partInTurn(Object.keys(refusals) as Refusal[], 4, 'refusals'))('%s', kind => {
  test.each(partInTurn(['viewer', 'lead', 'admin'] as const, 3, 'roles with a peer group'))(
    '%s: a peer group is counted once it is saved, and renamed',
    async role => {
      refusal = kind
      await makeGroup(role, `By rules, ${role}, ${kind}`)
      expectNoFailure()
      expect($notOffered.get()).toEqual(new Set(['POST peerGroups/preview']))
    }
  )

  test.each(
    partInTurn(['viewer', 'contributor', 'lead', 'admin', 'super'] as const, 3, 'roles with an account')
  )('%s: the account has no sessions, and About no publication', async role => {
    refusal = kind
    await start('/projects/ward-staffing/about', role)
    await screen.findByRole('heading', { name: 'About Ward staffing' })
    await screen.findByRole('heading', { name: 'Key dates' })
    await openAccount('Two-factor')
    await screen.findByText('Off')
    await eventually(() => expect(screen.queryByRole('tab', { name: 'Sessions' })).toBeNull())
    await eventually(() => expect(screen.queryByRole('heading', { name: /^Results of / })).toBeNull())
    expectNoFailure()
  })

  test('admin: a chart is built from the questions of the sections, and drawn as it is saved', async () => {
    refusal = kind
    const id = await chartNamed(server, 'Vacancy rate')
    await start(`/projects/ward-staffing/results/establishment/detail/${id}?mode=edit`, 'admin')
    expect(await screen.findByText(/^Calculated /)).toBeTruthy()
    const unit = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Unit/ })
    await act(async () => void fireEvent.change(unit, { target: { value: `${unit.value} ` } }))
    await act(async () => void fireEvent.change(unit, { target: { value: 'per cent' } }))
    expect(await screen.findByText(/^Without your 1 change\./)).toBeTruthy()
    const query = { project_id: await projectCoded(server, 'ward-staffing') }
    const { body } = await server.call(listChartCells, { query }, await server.tokenOf('admin'))
    await eventually(() => expect($cells.get().state).toBe('ready'))
    const cells = $cells.get()
    const names = cells.state === 'ready' ? cells.value.map(cellKey) : []
    expect(names.length).toBeGreaterThan(10)
    expect(names.toSorted()).toEqual(
      [
        ...new Set(body.chart_cells.filter(one => one.is_active && one.aggregated_from === null).map(cellKey))
      ].toSorted()
    )
    expectNoFailure()
    await press('Discard')
  })
})

test('a chart’s figures are saved by separate calls, and stored ones are kept', async () => {
  refusal = '404'
  const id = await chartNamed(server, 'Vacancy rate')
  const parameters = async () =>
    (await server.call(listChartParameters, { query: { chart_id: id } }, await server.tokenOf('admin'))).body
      .chart_parameters
  const before = await parameters()
  await start(`/projects/ward-staffing/results/establishment/detail/${id}?mode=edit`, 'admin')
  await screen.findByText(/^Calculated /)
  await eventually(() => expect($cells.get().state).toBe('ready'))
  const [cell] = (() => {
    const cells = $cells.get()
    const used = new Set(before.map(cellKey))
    return cells.state === 'ready' ? cells.value.filter(one => !used.has(cellKey(one))) : []
  })()
  const { question_id, row_id, column_id } = cell!
  const builder = $builder.get()
  if (builder.state !== 'ready') expect.fail('The builder is open.')
  const { series } = builder.value.draft
  await act(async () =>
    edit({
      series: series.map((one, index) =>
        index > 0
          ? one
          : { ...one, numerator: [...one.numerator, { question_id, row_id, column_id, factor: 1 }] }
      )
    })
  )
  await press('Save changes')
  await eventually(async () => expect(await parameters()).toHaveLength(before.length + 1))
  await eventually(() => expect(screen.queryByText(/^Without your/)).toBeNull())
  // Those that were there have kept their ids: only the new one was sent.
  const after = await parameters()
  expect(after.map(one => one.chart_parameter_id)).toEqual(
    expect.arrayContaining(before.map(one => one.chart_parameter_id))
  )
  expect(after.find(one => one.question_id === question_id)).toMatchObject({ row_id, column_id, factor: 1 })
  expectNoFailure()
  // The version of the chart is the one after its figures: the next save is not refused.
  await act(async () => edit({ unit: 'per cent' }))
  await press('Save changes')
  await eventually(() => {
    const now = $builder.get()
    expect(now.state === 'ready' && !isDirty(now.value) && now.value.theirs === null).toBe(true)
  })
  expectNoFailure()
})

test('no new recovery codes are offered while the second factor is on', async () => {
  refusal = '404'
  const set = (secret: string | null) =>
    server.database
      .updateTable('users')
      .set({ otp_enabled: secret !== null })
      .where('programme_id', '=', 1)
      .where('email_address', '=', 'contributor@wards.example')
      .execute()
  await set('on')
  await start('/projects', 'contributor')
  await openAccount('Two-factor')
  await screen.findByRole('button', { name: 'Turn off' })
  await eventually(() => expect(screen.queryByRole('button', { name: 'New recovery codes' })).toBeNull())
  expectNoFailure()
  cleanup()
  await set(null)
})
