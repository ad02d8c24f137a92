// 50,000 cases of one survey are aggregated by the database: what they add up to leaves it, and takes little memory here.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { liveTallies } from '#server/benchmarks/chart-data/tallies.ts'
import { ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'
import { surveyAnswers, SURVEYED } from '#tests/support/survey-answers.ts'

const server = useServer()
const { question, clear, submissions } = surveyAnswers(server)
const CASES = 50_000
const MAX_BYTES = 64 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
/** Without the embedded database, which is in this process only here. */
function usedBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

test('50,000 cases with as many different numbers take less than 64 MB', { timeout: 300_000 }, async () => {
  await clear()
  const { place, questionnaire_id } = await question('How long did you wait?')
  const ward = await ownSubmission(server, SURVEYED.project, SURVEYED.period)
  const ids = (await submissions()).map(one => one.submission_id)
  await sql`
    with codes as (
      insert into case_codes (programme_id, questionnaire_id, submission_id, case_code, status, created_at)
      select 1, ${questionnaire_id}, (${ids}::bigint[])[1 + n % ${ids.length}], concat('MEM', n), 'completed', now()
      from generate_series(1, ${CASES}) n
      returning case_code_id, submission_id)
    insert into answers (programme_id, submission_id, question_id, row_id, column_id, case_code_id, value, number_value, version, updated_at)
    select 1, submission_id, ${place.question_id}, ${place.row_id}, ${place.column_id}, case_code_id,
      to_jsonb(case_code_id), case_code_id, 1, now()
    from codes`.execute(server.database)
  const source = {
    programmeId: 1,
    projectId: await projectCoded(server, SURVEYED.project),
    minimumCount: 5,
    ownId: null,
    live: [{ timePeriodId: await periodNamed(server, SURVEYED.period), organisationId: null }],
    editionIds: []
  }
  const before = usedBytes()
  // Without a collection in between, what was needed on the way is still counted.
  const columns = await liveTallies(
    server.database,
    source,
    ['total', 'answered', 'deviation', 'median'].map(tally => ({ ...place, factor: 1, tally }))
  )
  const peak = process.memoryUsage().heapUsed - before
  const kept = usedBytes() - before
  expect(kept).toBeLessThan(MAX_BYTES)
  expect(columns[1]!.numbers.reduce((sum, count) => sum + count, 0)).toBe(CASES)
  expect(columns[1]!.submission_ids).toContain(ward)
  expect(peak).toBeLessThan(MAX_BYTES)
})
