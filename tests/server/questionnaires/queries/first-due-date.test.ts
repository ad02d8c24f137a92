import { expect, test } from 'vitest'
import { listProjects } from '#contract/projects.ts'
import { queryingOn } from '#tests/support/querying.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { blankWard } = savingOn(server)
const { raised } = queryingOn(server)

test('the list of projects says when the first question is due', async () => {
  const ward = await blankWard()
  const due = async () => {
    const query = { programme_id: 1, time_period_id: await periodNamed(server, '2026') }
    const { body } = await server.call(listProjects, { query }, await server.tokenOf('contributor'))
    const staffing = body.projects.find(({ project_code }) => project_code === 'ward-staffing')
    return [staffing?.open_query_count, staffing?.open_query_due_at]
  }
  expect(await due()).toEqual([0, null])
  await raised(ward, await cellOf(server, ward, 'Staffed beds'), '2027-01-18')
  await raised(ward, await cellOf(server, ward, 'Joiners'))
  await raised(ward, await cellOf(server, ward, 'Occupied bed days in September'), '2027-01-16')
  expect(await due()).toEqual([3, '2027-01-17T00:00:00.000Z'])
})
