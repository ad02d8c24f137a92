// Whom a questionnaire is asked, chosen scope by scope, each change saved on its own, also where scopes with answers have to stay.

import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listStructures, type Structure } from '#contract/questionnaire-structures.ts'
import { press } from '#tests/support/account-screens.ts'
import { buildingScreen, BUILDER_PAGE } from '#tests/support/builder-screen.ts'
import { useIsland } from '#tests/support/island.tsx'
import { projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)
const { admin, open, list, saved } = buildingScreen(server, island)

const box = (name: string): HTMLInputElement => screen.getByRole('checkbox', { name })
const flip = (name: string) => act(async () => box(name).click())
const chosen = (structure: Structure) => structure.questionnaire.scope_ids.toSorted((a, b) => a - b)

async function projectScopes() {
  const query = { project_id: await projectCoded(server, 'ward-staffing') }
  return (await server.call(listStructures, { query }, await admin())).body.scopes
}

test('everyone becomes each scope; of these, all but the last can be removed; undo asks everyone again', async () => {
  const { id } = await open()
  const scopes = await projectScopes()
  const [first, ...rest] = scopes
  expect(scopes.length).toBeGreaterThan(1)
  await screen.findByText('Asked of')
  expect(screen.queryByRole('checkbox', { name: first!.scope_name })).toBeNull()
  await flip('Everyone')
  await saved(id, structure => expect(chosen(structure)).toEqual(scopes.map(scope => scope.scope_id)))
  for (const { scope_name } of rest) await flip(scope_name)
  await saved(id, structure => expect(chosen(structure)).toEqual([first!.scope_id]))
  await waitFor(() => expect(box(first!.scope_name).disabled).toBe(true))
  expect(screen.getByText('To remove this scope, choose another or everyone first.')).toBeTruthy()
  await flip('Everyone')
  await saved(id, structure => expect(chosen(structure)).toEqual([]))
  await press('Undo')
  await saved(id, structure => expect(chosen(structure)).toEqual([first!.scope_id]))
})

test('with answers in several scopes it can be limited to these, and a scope with answers stays', async () => {
  const [answered] = await list()
  const scopes = await projectScopes()
  await island.start(`${BUILDER_PAGE}&questionnaire=${answered!.questionnaire_id}`, 'admin')
  await screen.findByText('Asked of')
  await flip('Everyone')
  await saved(answered!.questionnaire_id, structure =>
    expect(chosen(structure)).toEqual(scopes.map(scope => scope.scope_id))
  )
  await flip(scopes[0]!.scope_name)
  expect(await screen.findByText(/^The scopes must include “.+”: \d+ submissions of it have/)).toBeTruthy()
  await saved(answered!.questionnaire_id, structure => expect(chosen(structure)).toHaveLength(scopes.length))
  expect(box(scopes[0]!.scope_name).checked).toBe(true)
})
