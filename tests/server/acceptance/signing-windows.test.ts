// Signing off covers every section of a questionnaire, so a window of one section is not enough where others would change.

import { expect, test } from 'vitest'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const { save } = savingOn(server)

test('a window of one section does not sign off sections that are closed; one of the questionnaire does', async () => {
  const submission_id = await ownSubmission(server, 'ward-staffing', '2025')
  const beds = await cellOf(server, submission_id, 'Staffed beds')
  const { questionnaire_id, section_id } = beds
  const { user_id } = await server.database
    .selectFrom('users')
    .select('user_id')
    .where('programme_id', '=', 1)
    .where('email_address', '=', 'admin@wards.example')
    .executeTakeFirstOrThrow()
  await server.database
    .updateTable('section_submissions')
    .set({ status: 'complete', signed_off_at: null, signed_off_by_user_id: null })
    .where('programme_id', '=', 1)
    .where('submission_id', '=', submission_id)
    .execute()
  const open = (section: number | null) =>
    server.database
      .insertInto('correction_windows')
      .values({
        programme_id: 1,
        submission_id,
        questionnaire_id,
        section_id: section,
        window_kind: 'complete',
        opened_at: NOON,
        opened_by_user_id: user_id,
        open_until: new Date(NOON.getTime() + 60_000),
        reason_text: 'Nobody signed off.'
      })
      .execute()
  const states = async () => {
    const rows = await server.database
      .selectFrom('section_submissions as s')
      .innerJoin('sections as c', join =>
        join.onRef('c.programme_id', '=', 's.programme_id').onRef('c.section_id', '=', 's.section_id')
      )
      .select('s.status')
      .where('s.programme_id', '=', 1)
      .where('c.programme_id', '=', 1)
      .where('c.questionnaire_id', '=', questionnaire_id)
      .where('s.submission_id', '=', submission_id)
      .where('s.case_code_id', '=', 0)
      .execute()
    return [...new Set(rows.map(({ status }) => status))]
  }
  const signOff = () => save(submission_id, beds, [], { role: 'lead', action: 'sign_off' })

  await open(section_id)
  const refused = await signOff()
  expect(refused.status).toBe(423)
  expect(JSON.stringify(refused.body)).toContain('Other sections of this questionnaire are closed.')
  expect(await states()).toEqual(['complete'])

  await open(null)
  expect((await signOff()).status).toBe(200)
  expect(await states()).toEqual(['signed_off'])
})
