// The dialog of peer groups: groups by rules, the check of their current members, many members at once, and what each role may do.

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createPeerGroup } from '#contract/peer-groups.ts'
import { useIsland } from '#tests/support/island.tsx'
import { peerGrouping } from '#tests/support/peer-grouping.ts'
import { periodNamed } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const { start } = useIsland(server)
const { offered, selection } = peerGrouping(server)

async function openDialog(role: Role, project = 'ward-staffing') {
  const period = await periodNamed(server, '2025')
  await start(`/projects/${project}/results?tp=${period}`, role)
  const pick = await screen.findByRole('button', { name: /^Peers: / })
  await act(async () => pick.click())
  await act(async () => screen.getByRole('button', { name: 'Manage groups…' }).click())
  const dialog = await screen.findByRole('dialog', { name: 'Peer groups' })
  await within(dialog).findByRole('button', { name: 'New group' })
  return within(dialog)
}

type Dialog = Awaited<ReturnType<typeof openDialog>>
const press = (dialog: Dialog, name: string | RegExp) =>
  act(async () => dialog.getByRole('button', { name }).click())

async function save(dialog: Dialog, name: string): Promise<void> {
  await act(
    async () =>
      void fireEvent.change(dialog.getByLabelText('Name of the new group'), { target: { value: name } })
  )
  const button = dialog.getByRole('button', { name: 'Save group' })
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
  await act(async () => button.click())
  await screen.findByText(`${name} is saved.`)
}

async function chooseRule(dialog: Dialog, filter: string, option: string): Promise<void> {
  const select = dialog.getByLabelText('Filter of rule 1')
  const found = within(select).getByRole('option', { name: filter })
  await act(async () => void fireEvent.change(select, { target: { value: found.getAttribute('value') } }))
  const rule = dialog.getByRole('group', { name: 'Rule 1' })
  await act(async () => within(rule).getByRole('checkbox', { name: option }).click())
}

test('a group by rules shows its rules; a check finds no change, then one more member, and updates the group', async () => {
  const dialog = await openDialog('lead')
  expect(dialog.getByText(/ is not counted among its peers\.$/)).toBeTruthy()
  await press(dialog, 'New group')
  const options = await server.database
    .selectFrom('filter_options as o')
    .innerJoin('filters as f', join =>
      join.onRef('f.programme_id', '=', 'o.programme_id').onRef('f.filter_id', '=', 'o.filter_id')
    )
    .select(['o.filter_option_id', 'o.option_name'])
    .where('o.programme_id', '=', 1)
    .where('f.programme_id', '=', 1)
    .where('f.filter_name', '=', 'Size')
    .orderBy('o.display_order')
    .execute()
  const option = options[1]!
  await chooseRule(dialog, 'Size', option.option_name)
  await save(dialog, 'By size')
  expect(await dialog.findByText(new RegExp(`Size: ${option.option_name}\\.`))).toBeTruthy()
  await press(dialog, 'Check who matches By size now')
  expect(await dialog.findByText('The same organisations match as when the group was saved.')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Update the group' })).toBeNull()
  await press(dialog, 'Leave it as it is')
  // Another ward now matches, of an organisation that is not in the group yet.
  const carriers = server.database
    .selectFrom('submission_filter_options as c')
    .innerJoin('submissions as s', join =>
      join.onRef('s.programme_id', '=', 'c.programme_id').onRef('s.submission_id', '=', 'c.submission_id')
    )
    .select('s.organisation_id')
    .where('c.programme_id', '=', 1)
    .where('s.programme_id', '=', 1)
    .where('c.filter_option_id', '=', option.filter_option_id)
  const grown = await server.database
    .selectFrom('submissions as s')
    .innerJoin('projects as p', join =>
      join.onRef('p.programme_id', '=', 's.programme_id').onRef('p.project_id', '=', 's.project_id')
    )
    .select('s.submission_id')
    .where('s.programme_id', '=', 1)
    .where('p.programme_id', '=', 1)
    .where('p.project_code', '=', 'ward-staffing')
    .where('s.time_period_id', '=', await periodNamed(server, '2025'))
    .where('s.organisation_id', 'not in', carriers)
    .where('s.organisation_id', '!=', 1)
    .executeTakeFirstOrThrow()
  await server.database
    .insertInto('submission_filter_options')
    .values({
      programme_id: 1,
      submission_id: grown.submission_id,
      filter_option_id: option.filter_option_id
    })
    .execute()
  await press(dialog, 'Check who matches By size now')
  expect(await dialog.findByText('1 organisation matches now that did not when it was saved.')).toBeTruthy()
  const before = (await offered('lead')).find(group => group.peer_group_name === 'By size')?.member_count
  await press(dialog, 'Update the group')
  await screen.findByText('By size has those members now.')
  const after = (await offered('lead')).find(group => group.peer_group_name === 'By size')?.member_count
  expect(after).toBe(before! + 1)
  await press(dialog, 'Edit By size')
  const note = 'The group will no longer follow its rules.'
  const [remove] = await dialog.findAllByRole('button', { name: /, remove$/ })
  expect(dialog.queryByText(note)).toBeNull()
  await act(async () => remove!.click())
  expect(dialog.getByText(note)).toBeTruthy()
}, 180_000)

test('many members are added and removed at once', async () => {
  const dialog = await openDialog('contributor')
  await press(dialog, 'New group')
  await press(dialog, 'By search')
  await act(
    async () =>
      void fireEvent.change(dialog.getByRole('searchbox', { name: /^Find .* or organisations$/ }), {
        target: { value: 'ward' }
      })
  )
  const all = dialog.getByRole('button', { name: /^Add all \d+$/ })
  const count = Number(/\d+/.exec(all.textContent ?? '')?.[0])
  expect(count).toBeGreaterThan(20)
  await act(async () => all.click())
  expect(dialog.getByRole('heading', { name: `In the group, ${count}` })).toBeTruthy()
  await press(dialog, 'Remove all')
  expect(dialog.queryByRole('heading', { name: /^In the group/ })).toBeNull()
})

test.each([
  ['viewer', false],
  ['lead', true],
  ['admin', true]
] as const)('%s: a group for others is offered to those who may make one', async (role, mayShare) => {
  const dialog = await openDialog(role)
  await press(dialog, 'New group')
  expect(dialog.queryByRole('group', { name: 'For' }) !== null).toBe(mayShare)
  const rows = dialog.queryAllByRole('button', { name: /^(Edit|Delete|Check who) / })
  const names = rows.map(button => button.getAttribute('aria-label') ?? '')
  const changeable = (await offered(role)).filter(group => group.may_change)
  const allowed = (name: string) => changeable.some(group => name.includes(group.peer_group_name))
  // The server accepts every action that has a button.
  expect(names.filter(name => !allowed(name))).toEqual([])
  expect(names.filter(name => name.startsWith('Edit '))).toHaveLength(changeable.length)
})

test('in a strict project there is no search for members, and a check shows no counts', async () => {
  const dialog = await openDialog('lead', 'ward-quality')
  await press(dialog, 'New group')
  expect(dialog.queryByRole('button', { name: 'By search' })).toBeNull()
  expect(dialog.getByText('No search: other organisations are not named in this project.')).toBeTruthy()
})

test('a group without members in the period can be renamed', async () => {
  const made = await server.call(
    createPeerGroup,
    { body: { ...(await selection()), peer_group_name: 'Of no one yet' } },
    await server.tokenOf('lead')
  )
  expect(made.status).toBe(200)
  const dialog = await openDialog('lead')
  await press(dialog, 'Edit Of no one yet')
  const name = await dialog.findByLabelText('Name of the group')
  await act(async () => void fireEvent.change(name, { target: { value: 'Of some later' } }))
  const button = dialog.getByRole('button', { name: 'Save group' })
  expect(button.hasAttribute('disabled')).toBe(false)
  await act(async () => button.click())
  await screen.findByText('Of some later is saved.')
})
