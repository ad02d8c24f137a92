// Who signed off is not who last edited: neither changes the other.

import { expect, test } from 'vitest'
import { getCompletion } from '#contract/section-submissions.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const { save } = savingOn(server)

const MINUTE_MS = 60_000

test('signing off and reopening leave who last edited each section, and a correction leaves who signed', async () => {
  const submission_id = await ownSubmission(server, 'ward-staffing', '2025')
  const beds = await cellOf(server, submission_id, 'Staffed beds')
  const { questionnaire_id } = beds
  const sections = async () => {
    const input = { query: { submission_id, questionnaire_id } }
    return (await server.call(getCompletion, input, await server.tokenOf('viewer'))).body.section_submissions
  }
  const edits = async () => (await sections()).map(one => [one.section_id, one.updated_at, one.updated_by])
  await server.database
    .updateTable('section_submissions')
    .set({ status: 'complete', signed_off_at: null, signed_off_by_user_id: null })
    .where('programme_id', '=', 1)
    .where('submission_id', '=', submission_id)
    .execute()
  const { user_id } = await server.database
    .selectFrom('users')
    .select('user_id')
    .where('programme_id', '=', 1)
    .where('email_address', '=', 'admin@wards.example')
    .executeTakeFirstOrThrow()
  const opening = {
    programme_id: 1,
    submission_id,
    questionnaire_id,
    section_id: null,
    window_kind: 'change' as const,
    opened_at: NOON,
    opened_by_user_id: user_id,
    open_until: new Date(NOON.getTime() + 60 * MINUTE_MS),
    reason_text: 'Counted twice.'
  }
  await server.database.insertInto('correction_windows').values(opening).execute()
  const later = () => (server.clock.now = new Date(server.clock.now.getTime() + MINUTE_MS))

  expect(new Set((await sections()).map(one => one.signed_off_by))).toEqual(new Set([null]))
  const before = await edits()
  later()
  const signedAt = server.clock.now.toISOString()
  expect((await save(submission_id, beds, [], { role: 'lead', action: 'sign_off' })).status).toBe(200)
  expect(await edits()).toEqual(before)
  expect(await sections()).toEqual(
    before.map(() => expect.objectContaining({ signed_off_at: signedAt, signed_off_by: 'Amara Okafor' }))
  )

  later()
  const { version } = await cellOf(server, submission_id, 'Staffed beds')
  const corrected = await save(submission_id, beds, [
    { value: 29, base_version: version, comment_text: 'Counted again.' }
  ])
  expect(corrected.body.saved).toHaveLength(1)
  const own = (await sections()).find(one => one.section_id === beds.section_id)!
  expect(own).toMatchObject({
    updated_at: server.clock.now.toISOString(),
    signed_off_at: signedAt,
    signed_off_by: 'Amara Okafor'
  })
  expect(own.updated_by).not.toBe('Amara Okafor')

  later()
  const edited = await edits()
  expect((await save(submission_id, beds, [], { role: 'lead', action: 'reopen' })).status).toBe(200)
  expect(await edits()).toEqual(edited)
  const reopened = (await sections()).find(one => one.section_id === beds.section_id)
  expect(reopened).toMatchObject({ status: 'in_progress', signed_off_at: null, signed_off_by: null })
})
