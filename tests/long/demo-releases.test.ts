// Every published edition of the demo as a release: recompute.py and the tests' own calculation get its figures from its files alone.

import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { listReleases } from '#contract/releases.ts'
import { API_PATH_PREFIX } from '#server/http/environment.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import {
  lacksPython,
  recomputeRelease,
  releasedCharts,
  runProgram,
  wrongChecksums
} from '#tests/support/release-files.ts'
import { sites, useServer, wards } from '#tests/support/server.ts'

const programme = (programmeId: number, code: string): RunningProgramme => ({
  ...wards,
  programmeId,
  code,
  programmeName: code,
  origins: [`https://${code}.example`]
})
const programmes = [wards, sites, programme(3, 'libraries'), programme(4, 'councils')]
const server = useServer({ organisations: 40, programmes: programmes.slice(1) })

test.each(programmes)('all releases of $code', { timeout: 1_200_000 }, async site => {
  const token = await server.tokenOf('viewer', site)
  const periods = await server.database
    .selectFrom('editions')
    .select(['project_id', 'time_period_id'])
    .distinct()
    .where('programme_id', '=', site.programmeId)
    .execute()
  expect(periods.length).toBeGreaterThan(0)
  for (const period of periods) {
    const { releases } = (await server.call(listReleases, { query: period }, token)).body
    for (const { edition_number, file_name } of releases) {
      const query = Object.entries({ ...period, edition_number }).map(([name, value]) => [
        name,
        String(value)
      ])
      const reply = await server.fetch(
        `http://localhost${API_PATH_PREFIX}/releases/file?${new URLSearchParams(query)}`,
        { headers: { Authorization: `Bearer ${token}` } }
      )
      const files = unzipSync(new Uint8Array(await reply.arrayBuffer()))
      expect([file_name, wrongChecksums(files)]).toEqual([file_name, []])
      if (releasedCharts(files).visibility === 'named') {
        const { count, faults } = recomputeRelease(files)
        expect([file_name, faults]).toEqual([file_name, []])
        expect(count).toBeGreaterThan(50)
      }
      if (lacksPython) continue
      const { status, text } = runProgram(files)
      expect([file_name, status, text]).toEqual([file_name, 0, expect.stringMatching(/ (agree|consistent)/)])
    }
  }
})
