import { act, screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { listEditions, publishEdition } from '#contract/editions.ts'
import { answerQueries } from '#contract/queries.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { queryingOn } from '#tests/support/querying.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
/** An earlier version of the API does not know the filter. */
let isEarlier = false
const island = useIsland(server, {
  fetch: async (input, init) => {
    const { url } = input as Request
    return isEarlier && url.includes('has_unresolved_queries')
      ? server.fetch(new Request(url.replace('has_unresolved_queries', 'unknown'), input as Request), init)
      : server.fetch(input, init)
  }
})
const { place, raised } = queryingOn(server)

/** Collection has closed, and two wards have a query each: open in the first, where its questionnaire is accepted, and answered in the second. */
beforeAll(async () => {
  const { project_id, time_period_id } = await place()
  await server.database
    .updateTable('project_periods')
    .set({ collection_closes_at: new Date('2026-11-01T00:00:00Z') })
    .where('programme_id', '=', 1)
    .where('project_id', '=', project_id)
    .where('time_period_id', '=', time_period_id)
    .execute()
  for (const at of [0, 1]) {
    const submission_id = await ownSubmission(server, 'ward-staffing', '2026', at)
    const beds = await cellOf(server, submission_id, 'Staffed beds')
    await server.database
      .updateTable('section_submissions')
      .set({ status: 'complete' })
      .where('programme_id', '=', 1)
      .where('submission_id', '=', submission_id)
      .execute()
    const { query_id } = await raised(submission_id, beds)
    if (at === 1) {
      const body = { queries: [{ query_id }], entry_text: 'It is.' }
      await server.call(answerQueries, { body }, await server.tokenOf('lead'))
      continue
    }
    const accepted = { submission_id, questionnaire_id: beds.questionnaire_id }
    await server.database
      .insertInto('acceptances')
      .values({ programme_id: 1, ...accepted, accepted_at: NOON, accepted_by_user_id: 1 })
      .execute()
  }
})

const ACCEPTED = /Ward 1A, medical.*1$/
const NOTHING = 'Unresolved queries leave nothing out of the edition.'
test.each([
  [false, false, NOTHING, [ACCEPTED, /Ward 8B, surgical.*1$/]],
  [false, true, NOTHING, [ACCEPTED, /Ward 8B, surgical.*1$/]],
  // What is not accepted is left out, and listed as that alone.
  [true, false, 'These questionnaires are accepted, so they are not left out.', [ACCEPTED]]
])(
  'unresolved queries are listed as what leaves nothing out: acceptance required %s, earlier API %s',
  async (requires_acceptance, earlier, note, listed) => {
    isEarlier = earlier
    const { project_id } = await place()
    await server.database
      .updateTable('projects')
      .set({ requires_acceptance })
      .where('programme_id', '=', 1)
      .where('project_id', '=', project_id)
      .execute()
    await island.start('/projects/ward-staffing/about', 'admin')
    const button = await screen.findByRole('button', { name: 'Publish edition 1…' })
    await act(async () => button.click())
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish edition 1?' }))
    const region = await dialog.findByRole('region', { name: /^Unresolved queries: / })
    expect(region.previousSibling?.textContent).toBe(note)
    const [, ...rows] = within(region).getAllByRole('row')
    expect(rows.map(row => row.textContent)).toEqual(listed.map(text => expect.stringMatching(text)))
  }
)

test('a refusal brings the list of what is left out up to date', async () => {
  isEarlier = false
  const scope = await place()
  const token = await server.tokenOf('admin')
  await server.database
    .updateTable('projects')
    .set({ requires_acceptance: false })
    .where('programme_id', '=', 1)
    .where('project_id', '=', scope.project_id)
    .execute()
  await island.start('/projects/ward-staffing/about', 'admin')
  await clickFound(screen.findByRole('button', { name: 'Publish edition 1…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish edition 1?' }))
  const leftOut = async () =>
    (await dialog.findByRole('region', { name: /^Left out or incomplete/ })).textContent
  const before = 'Ward 8B, surgicalSkill mix and absence1 of 6 sections complete'
  expect(await leftOut()).toContain(before)
  // Meanwhile another admin publishes, and a section is opened again.
  const { next } = (await server.call(listEditions, { query: scope }, token)).body
  const { edition_number, figures_digest } = next
  const body = { ...scope, edition_number, figures_digest }
  expect((await server.call(publishEdition, { body }, token)).status).toBe(200)
  await server.database
    .updateTable('section_submissions')
    .set({ status: 'in_progress' })
    .where('programme_id', '=', 1)
    .where('submission_id', '=', await ownSubmission(server, 'ward-staffing', '2026', 1))
    .execute()
  await clickFound(dialog.findByRole('button', { name: 'Publish edition 1' }))
  await eventually(async () => expect(await leftOut()).not.toContain(before))
})
