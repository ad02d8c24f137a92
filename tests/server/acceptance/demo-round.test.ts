// The demo's validation round has queries in every state, and correction windows of every kind.

import { expect, test } from 'vitest'
import { listCorrectionWindows, WindowKind } from '#contract/correction-windows.ts'
import { listQueries, QueryStatus } from '#contract/queries.ts'
import { listTimePeriods } from '#contract/time-periods.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { projectCoded } from '#tests/support/seeded.ts'
import { useServer, wards } from '#tests/support/server.ts'

const councils: RunningProgramme = {
  ...wards,
  programmeId: 3,
  code: 'councils',
  programmeName: 'Councils',
  origins: ['https://councils.example']
}
const server = useServer({ organisations: 14, programmes: [councils] })

test('the round of Workforce', async () => {
  const project_id = await projectCoded(server, 'workforce', councils.programmeId)
  const token = await server.tokenOf('admin', councils)
  const periods = await server.call(listTimePeriods, { query: { programme_id: councils.programmeId } }, token)
  const query = { project_id, time_period_id: periods.body.time_periods[0]!.time_period_id }
  const { queries } = (await server.call(listQueries, { query }, token)).body
  expect(new Set(queries.map(one => one.query_status))).toEqual(new Set(QueryStatus.options))
  const { correction_windows: windows } = (await server.call(listCorrectionWindows, { query }, token)).body
  expect(new Set(windows.map(one => one.window_kind))).toEqual(new Set(WindowKind.options))
})
