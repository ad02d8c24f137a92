// The step after a questionnaire's last section.

import '#tests/support/indexed-db.ts'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listSections } from '#contract/questionnaires.ts'
import { useIsland } from '#tests/support/island.tsx'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, type SeededCell } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)
const { blankWard, save, fill } = savingOn(server)

async function questionnaire() {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  const input = { params: { id: beds.questionnaire_id }, query: { submission_id: ward } }
  const { sections } = (await server.call(listSections, input, await server.tokenOf('lead'))).body
  const cells = sections.map(({ section_id }) => ({ ...beds, section_id }))
  const complete = async (cell: SeededCell) => {
    await fill(ward, cell)
    expect((await save(ward, cell, [], { action: 'complete' })).status).toBe(200)
  }
  const open = async (role: Role, { questionnaire_id, section_id }: SeededCell) => {
    await start(
      `/projects/ward-staffing/data-collection/questionnaire/${questionnaire_id}-${ward}-${section_id}`,
      role
    )
    await screen.findByRole('button', { name: /^(Mark complete|Reopen)$/ })
  }
  return { last: cells.at(-1)!, others: cells.slice(0, -1), complete, open }
}

test('after the last section comes the sign-off, where the hub says what is missing', async () => {
  const { last, others, complete, open } = await questionnaire()
  for (const cell of others) await complete(cell)
  await open('contributor', others.at(-1)!)
  const next = await screen.findByRole('link', { name: /^Next section/ })
  expect(screen.queryByRole('link', { name: 'Sign-off' })).toBeNull()
  await act(async () => next.click())
  expect((await screen.findByRole('link', { name: 'Sign-off' })).getAttribute('href')).toMatch(
    /^\/projects\/ward-staffing\/data-collection\?view=entry/
  )
  await complete(last)
})

test('a lead signs off in the section that was completed last', async () => {
  const { others, open } = await questionnaire()
  await open('lead', others[0]!)
  const signs = () => screen.queryAllByRole('button', { name: 'Sign off', hidden: true })
  const sign = await screen.findByRole('button', { name: 'Sign off' })
  await act(async () => sign.click())
  await screen.findByText(/There are no flagged figures|open after sign-off/)
  await act(async () => signs().at(-1)?.click())
  expect(await screen.findByText('Signed off')).toBeTruthy()
  expect(signs()).toEqual([])
})
