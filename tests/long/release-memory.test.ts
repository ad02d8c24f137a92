// A release of 20,000 submissions is streamed: the memory that it takes does not grow with the number of answers.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { zipStream } from '#lib/xlsx/zip-stream.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { releaseFiles } from '#server/releases/release-files.ts'
import { releasedEditions } from '#server/releases/released-editions.ts'
import { periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, useServer, wards } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const SUBMISSIONS = 20_000
const MAX_BYTES = 64 * 1024 * 1024
const PIECES_BETWEEN_COLLECTIONS = 50

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
/** Without the embedded database, which also runs in this process. */
function usedBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Adds submissions to an edition, each with a number in every cell. */
async function enlargeEdition(editionId: number, projectId: number, timePeriodId: number): Promise<void> {
  const numbered = sql`generate_series(1, ${SUBMISSIONS}::int) n`
  await sql`insert into organisations (programme_id, organisation_id, organisation_name, organisation_code)
    select 1, 1000000 + n, concat('Organisation ', n), concat('LARGE', n) from ${numbered}`.execute(
    server.database
  )
  await sql`insert into lineages (programme_id, lineage_id, organisation_id)
    select 1, 1000000 + n, 1000000 + n from ${numbered}`.execute(server.database)
  await sql`insert into submissions (programme_id, submission_id, project_id, time_period_id, organisation_id, lineage_id, submission_name, submission_code)
    select 1, 1000000 + n, ${projectId}, ${timePeriodId}, 1000000 + n, 1000000 + n, concat('Unit ', n), concat('LARGE', n) from ${numbered}`.execute(
    server.database
  )
  await sql`insert into edition_submissions (programme_id, edition_id, submission_id, organisation_id, lineage_id, filter_option_ids)
    select 1, ${editionId}, 1000000 + n, 1000000 + n, 1000000 + n, '{}' from ${numbered}`.execute(
    server.database
  )
  await sql`update edition_cells set
      submission_ids = (select json_agg(1000000 + n) from ${numbered}),
      numbers = (select json_agg(n / 7.0) from ${numbered})
    where programme_id = 1 and edition_id = ${editionId}`.execute(server.database)
}

test('20,000 submissions take less than 64 MB', { timeout: 1_200_000 }, async () => {
  const query = {
    project_id: await projectCoded(server, 'ward-staffing'),
    time_period_id: await periodNamed(server, '2025')
  }
  const caller = { kind: 'user', programmeId: 1, timeZone: 'Europe/London' } as CallingUser
  const context = { database: server.database, caller, programmes: [wards] }
  const [edition] = await releasedEditions(context, query)
  await enlargeEdition(edition!.editionId, query.project_id, query.time_period_id)
  const before = usedBytes()
  let [pieces, bytes, most] = [0, 0, 0]
  await server.database.transaction().execute(async tx => {
    for await (const piece of zipStream(await releaseFiles(tx, edition!, caller, NOON))) {
      bytes += piece.byteLength
      pieces += 1
      if (pieces % PIECES_BETWEEN_COLLECTIONS === 0) most = Math.max(most, usedBytes() - before)
    }
  })
  expect(bytes).toBeGreaterThan(5_000_000)
  expect(most).toBeLessThan(MAX_BYTES)
})
