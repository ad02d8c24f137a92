import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { deleteChartGroupMemberships, listChartGroupMemberships } from '#contract/chart-groups.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { chartNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)
const NAME = 'Vacancy rate'
const press = (name: string) => clickFound(screen.findByRole('button', { name }))

test('a message says whether members see a chart that is saved or restored', async () => {
  const chart_id = await chartNamed(server, NAME)
  const token = await server.tokenOf('admin')
  const { memberships } = (await server.call(listChartGroupMemberships, { query: { chart_id } }, token)).body
  const save = async (unit: string) => {
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Unit/ })
    await act(async () => void fireEvent.change(field, { target: { value: unit } }))
    await press('Save changes')
  }
  await server.call(
    deleteChartGroupMemberships,
    { body: { memberships: memberships.map(({ membership_id }) => membership_id) } },
    token
  )
  await start(`/projects/ward-staffing/results/establishment/detail/${chart_id}?mode=edit`, 'admin')
  await screen.findByText(/^no group yet/)
  await save('Posts')
  await screen.findByText(`${NAME} is saved. It is in no group, so members cannot find it.`)
  await press('Retire')
  await screen.findByText(/is retired\. Members no longer see it/)
  await save('%')
  await screen.findByText(`${NAME} is saved. It is retired, so members do not see it.`)
  await press('Restore')
  expect(
    await screen.findByText(`${NAME} is restored. It is in no group, so members cannot find it.`)
  ).toBeTruthy()
})
