// A retired organisation keeps its figures and takes part in nothing more, whichever way somebody tries.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerUser } from '#contract/accounts.ts'
import { changePassword } from '#contract/password-change.ts'
import { listSections } from '#contract/questionnaires.ts'
import { createRegistration, listRegistrations, updateRegistration } from '#contract/registrations.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { inviteUser } from '#contract/user-admin.ts'
import { codeFor, newUser, usersWhere } from '#tests/support/races/race-accounts.ts'
import { cellOf, ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()

const setActive = (is_active: boolean) =>
  server.database
    .updateTable('organisations')
    .set({ is_active })
    .where('programme_id', '=', 1)
    .where('organisation_id', '=', 1)
    .execute()
beforeAll(() => setActive(false))
afterAll(() => setActive(true))

const RETIRED = 'This organisation has been retired. It must be restored first.'

test('nothing is saved, and the page says why', async () => {
  const submission_id = await ownSubmission(server, 'ward-staffing', '2026', 2)
  const { place, version, ...section } = await cellOf(server, submission_id, 'Vacant WTE')
  const token = await server.tokenOf('contributor')
  const body = {
    ...section,
    submission_id,
    client_change_id: 'for a retired one',
    action: 'save' as const,
    answers: [{ ...place, value: 3, base_version: version }]
  }
  const detail =
    'The organisation has been retired, so nothing can be entered for it. To have it restored, ask a programme admin.'
  expect(await server.call(saveSection, { body }, token)).toMatchObject({ status: 423, body: { detail } })
  const read = await server.call(
    listSections,
    { params: { id: section.questionnaire_id }, query: { submission_id } },
    token
  )
  expect(read.body.sections[0]).toMatchObject({ lock_reason: 'organisation_retired' })
})

test('refuses registrations, changes and new users, and allows a withdrawal', async () => {
  const admin = await server.tokenOf('admin')
  const project_id = await projectCoded(server, 'ward-staffing')
  const time_period_id = await periodNamed(server, '2026')
  const place = { project_id, time_period_id, organisation_id: 1 }
  const made = await server.call(
    createRegistration,
    { body: { ...place, scope_ids: [], terms_accepted: true } },
    admin
  )
  expect(made.body).toMatchObject({ detail: RETIRED })
  const { registrations } = (await server.call(listRegistrations, { query: place }, admin)).body
  const params = { id: registrations[0]!.registration_id }
  expect(
    (await server.call(updateRegistration, { params, body: { terms_accepted: true } }, admin)).body
  ).toMatchObject({ detail: RETIRED })
  const person = { first_name: 'New', last_name: 'Person', email_address: 'new.person@retired.example' }
  const invited = await server.call(
    inviteUser,
    { body: { ...person, programme_id: 1, organisation_id: 1, role_type_id: 4 } },
    admin
  )
  expect(invited.body).toMatchObject({ detail: RETIRED })
  const asked = await server.call(registerUser, {
    body: {
      ...person,
      programme_id: 1,
      job_title: '',
      organisation_id: 1,
      organisation_name: null,
      terms_accepted: true
    }
  })
  expect(asked.status).toBe(404)
  const reason = 'The organisation has closed.'
  const withdrawn = await server.call(
    updateRegistration,
    { params, body: { registration_status: 'withdrawn', reason } },
    admin
  )
  expect(withdrawn.status).toBe(200)
})

test.each(['invite', 'reset_password'] as const)(
  'nobody joins it by an earlier invitation: %s',
  async action => {
    const { email_address } = await newUser(server, 'viewer', { status: 'invited', organisation_id: 1 })
    const code = await codeFor(server, email_address, action)
    const accept = () =>
      server.call(changePassword, { body: { code, new_password: 'four words and a comma, please' } })
    const detail =
      'Your organisation has been retired, so this account cannot be opened. To have it restored, ask a programme admin.'
    expect(await accept()).toMatchObject({ status: 403, body: { detail } })
    expect(await usersWhere(server, { email_address })).toMatchObject([{ status: 'invited' }])
    await setActive(true)
    // The link still works.
    expect((await accept()).status).toBe(200)
    await setActive(false)
  }
)

test('whoever is a member already can set a new password', async () => {
  const { email_address } = await newUser(server, 'viewer', { organisation_id: 1 })
  const code = await codeFor(server, email_address, 'reset_password')
  const body = { code, new_password: 'four words and a comma, please' }
  expect((await server.call(changePassword, { body })).status).toBe(200)
})
