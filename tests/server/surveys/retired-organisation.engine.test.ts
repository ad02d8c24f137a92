// An organisation that is retired while a reviewer is being named for one of its cases.

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { editReviewer } from '#contract/case-codes.ts'
import { codingOn } from '#tests/support/case-code-survey.ts'
import { eventually } from '#tests/support/patience.ts'
import { useServer } from '#tests/support/server.ts'

// An embedded database has one connection, so two transactions never meet there.
describe.runIf(process.env['TEST_DATABASE_URL'])('while an organisation is retired', () => {
  const server = useServer()
  const { makeCodes } = codingOn(server)

  test('makes a call that names a reviewer wait, then refuses it', async () => {
    const { token, codes } = await makeCodes(1)
    const params = { id: codes[0]!.case_code_id }
    const isWaiting = () =>
      eventually(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like '%organisations%'`.execute(server.database)
        expect(rows).not.toEqual([])
      })
    const started = await server.database.transaction().execute(async tx => {
      const { organisation_id } = await tx
        .updateTable('organisations')
        .set({ is_active: false })
        .where('programme_id', '=', 1)
        .where('organisation_id', '=', query =>
          query
            .selectFrom('case_codes as k')
            .innerJoin('submissions as s', 's.submission_id', 'k.submission_id')
            .select('s.organisation_id')
            .where('k.programme_id', '=', 1)
            .where('s.programme_id', '=', 1)
            .where('k.case_code_id', '=', params.id)
        )
        .returning('organisation_id')
        .executeTakeFirstOrThrow()
      expect(organisation_id).toBeGreaterThan(0)
      const naming = server.call(editReviewer, { params, body: { reviewer_name: 'Rae Moss' } }, token)
      await Promise.race([naming, isWaiting()])
      return { naming }
    })
    const { status, body } = await started.naming
    expect([status, body.detail]).toEqual([422, expect.stringContaining('has been retired')])
    const { reviewer_name } = await server.database
      .selectFrom('case_codes')
      .select('reviewer_name')
      .where('programme_id', '=', 1)
      .where('case_code_id', '=', params.id)
      .executeTakeFirstOrThrow()
    expect(reviewer_name).toBeNull()
  })
})
