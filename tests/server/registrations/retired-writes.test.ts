// Every writing operation on a stage whose organisation has been retired: what it has entered and registered stays as it is.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { allActs } from '#tests/support/pairs/all-acts.ts'
import { endPreparation, openStage, type Stage } from '#tests/support/pairs/stage.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { writingNames, type WritingName } from '#tests/support/races/race.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()

const retire = ({ place }: Stage) =>
  server.database
    .updateTable('organisations')
    .set({ is_active: false })
    .where('programme_id', '=', PROGRAMME)
    .where('organisation_id', '=', place.organisation_id)
    .execute()

/** What belongs to the organisation, by table. */
async function owned({ place }: Stage): Promise<Record<string, unknown>> {
  const ofSubmission = sql`submission_id in (select submission_id from submissions
    where programme_id = ${PROGRAMME} and organisation_id = ${place.organisation_id})`
  const ofRegistration = sql`registration_id in (select registration_id from registrations
    where programme_id = ${PROGRAMME} and organisation_id = ${place.organisation_id})`
  const ofOrganisation = sql`organisation_id = ${place.organisation_id}`
  const tables = {
    answers: ofSubmission,
    section_submissions: ofSubmission,
    comments: ofSubmission,
    case_codes: ofSubmission,
    submissions: ofOrganisation,
    registrations: ofOrganisation,
    registration_contacts: ofRegistration,
    registration_submissions: ofRegistration,
    registration_scopes: ofRegistration
  }
  const rows: Record<string, unknown> = {}
  for (const [table, condition] of Object.entries(tables))
    rows[table] = (
      await sql`select * from ${sql.table(table)} t where programme_id = ${PROGRAMME} and ${condition} order by t::text`.execute(
        server.database
      )
    ).rows
  return rows
}

/** What may still be done for it, and what that changes: it gives something up, or what it has entered is discussed. */
const allowed: Partial<Record<WritingName, { tables: string[]; why: string }>> = {
  updateRegistration: { tables: ['registrations'], why: 'withdraws' },
  deleteCaseCode: { tables: ['case_codes'], why: 'withdraws a code' },
  postComment: { tables: ['comments'], why: 'figures that are kept are validated' }
}

/** A quarter of the operations, as the commit chooses; all of them in `npm run test:long -- operations`. */
const names = partInTurn(writingNames, 4, 'retired organisations')
const cases = names.flatMap(name => allActs[name].map((act, index) => ({ name, index, act })))
const seen = new Set<string>()

test.each(cases)('$name/$index', async ({ name, act }) => {
  const stage = await openStage(server)
  const call = await act(stage)
  await endPreparation(stage)
  await retire(stage)
  const before = await owned(stage)
  const { status } = await server.call(endpoints[name], call.input as never, call.token)
  const after = await owned(stage)
  const changed = Object.keys(before).filter(
    table => JSON.stringify(before[table]) !== JSON.stringify(after[table])
  )
  expect(status).toBeLessThan(500)
  expect(changed.filter(table => !allowed[name]?.tables.includes(table))).toEqual([])
  if (changed.length > 0) seen.add(name)
})

test('every permission is needed', () => {
  expect([...seen].toSorted()).toEqual(names.filter(name => name in allowed).toSorted())
})
