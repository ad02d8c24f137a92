import { expect, test } from 'vitest'
import { getRegistrationSubmissionQuestionnaires } from '#contract/registered-questionnaires.ts'
import { deleteRegistrationContact, listRegistrationContacts } from '#contract/registration-contacts.ts'
import {
  deleteRegistrationSubmission,
  getRegistrationCompletion,
  listRegistrationSubmissions
} from '#contract/registration-submissions.ts'
import { createRegistration, listRegistrations } from '#contract/registrations.ts'
import { useRegistering } from '#tests/support/registration-steps.ts'
import { sites, useServer, type Role } from '#tests/support/server.ts'

const server = useServer()
const registering = useRegistering(server)

async function otherOrganisation(): Promise<number> {
  const { project_id, time_period_id, organisation_id } = registering.place()
  const row = await server.database
    .selectFrom('registrations')
    .select('organisation_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', project_id)
    .where('time_period_id', '=', time_period_id)
    .where('organisation_id', '!=', organisation_id)
    .executeTakeFirstOrThrow()
  return row.organisation_id
}

test('leads act for their own organisation only, admins for every one', async () => {
  const admin = await server.tokenOf('admin')
  const elsewhere = await otherOrganisation()
  expect(
    (await server.call(listRegistrations, { query: { organisation_id: elsewhere } }, registering.lead()))
      .status
  ).toBe(404)
  const { body } = await server.call(
    listRegistrations,
    { query: { organisation_id: elsewhere, project_id: registering.place().project_id } },
    admin
  )
  const theirs = body.registrations[0]!
  const contact = (
    await server.call(listRegistrationContacts, { query: { registration_id: theirs.registration_id } }, admin)
  ).body.registration_contacts[0]!
  const submission = (
    await server.call(
      listRegistrationSubmissions,
      { query: { registration_id: theirs.registration_id } },
      admin
    )
  ).body.registration_submissions[0]!
  const hidden = [
    await server.call(
      createRegistration,
      { body: { ...registering.place(), organisation_id: elsewhere } },
      registering.lead()
    ),
    await registering.change(theirs.registration_id, { terms_accepted: true }),
    await server.call(
      listRegistrationContacts,
      { query: { registration_id: theirs.registration_id } },
      registering.lead()
    ),
    await registering.addContact(theirs.registration_id, 'Lead', 'Mallory'),
    await server.call(
      deleteRegistrationContact,
      { body: { registration_contact_id: contact.registration_contact_id } },
      registering.lead()
    ),
    await server.call(
      listRegistrationSubmissions,
      { query: { registration_id: theirs.registration_id } },
      registering.lead()
    ),
    await server.call(
      getRegistrationCompletion,
      { query: { registration_id: theirs.registration_id } },
      registering.lead()
    ),
    await registering.addSubmission(theirs.registration_id, { submission_name: 'Mine' }),
    await server.call(
      deleteRegistrationSubmission,
      { body: { registration_submission_id: submission.registration_submission_id } },
      registering.lead()
    ),
    await server.call(
      getRegistrationSubmissionQuestionnaires,
      { params: { id: submission.registration_submission_id } },
      registering.lead()
    ),
    await registering.addSubmission(await registering.begin(), { submission_id: submission.submission_id })
  ]
  for (const reply of hidden) expect([reply.status, typeof reply.body.detail]).toEqual([404, 'string'])
  const everyone = await server.call(
    listRegistrations,
    {
      query: {
        project_id: registering.place().project_id,
        time_period_id: registering.place().time_period_id
      }
    },
    admin
  )
  expect(new Set(everyone.body.registrations.map(one => one.organisation_id)).size).toBeGreaterThan(2)
})

test('the other programme’s registrations are not there, not even for admins', async () => {
  const admin = await server.tokenOf('admin')
  const foreign = await server.database
    .selectFrom('registrations')
    .select(['registration_id', 'organisation_id', 'project_id'])
    .where('programme_id', '=', sites.programmeId)
    .executeTakeFirstOrThrow()
  const replies = [
    await registering.change(foreign.registration_id, { terms_accepted: true }, admin),
    await server.call(
      listRegistrationContacts,
      { query: { registration_id: foreign.registration_id } },
      admin
    ),
    await server.call(listRegistrations, { query: { project_id: foreign.project_id } }, admin),
    await server.call(listRegistrations, { query: { organisation_id: foreign.organisation_id } }, admin),
    await server.call(
      createRegistration,
      { body: { ...registering.place(), organisation_id: foreign.organisation_id } },
      admin
    ),
    await server.call(
      createRegistration,
      { body: { ...registering.place(), project_id: foreign.project_id } },
      admin
    )
  ]
  for (const reply of replies) expect(reply.status).toBe(404)
})

test.each<[Role, number]>([
  ['viewer', 403],
  ['contributor', 403],
  ['lead', 200],
  ['admin', 200],
  ['super', 200]
])('a %s who begins a registration is answered %i', async (role, status) => {
  const reply = await server.call(
    createRegistration,
    { body: registering.place() },
    await server.tokenOf(role)
  )
  expect(reply.status).toBe(status)
})

test('names the field of an unknown registration', async () => {
  const id = await registering.begin()
  const scope_id = (await registering.scopeIds())[0]!
  const bad: [string, string, object, string][] = [
    ['POST', 'registrations', { ...registering.place(), project_id: '1' }, 'project_id'],
    ['POST', 'registrations', { ...registering.place(), scope_ids: [0] }, 'scope_ids'],
    ['PUT', `registrations/${id}`, { registration_status: 'lost' }, 'registration_status'],
    ['PUT', `registrations/${id}`, { reason: 'x'.repeat(1001) }, 'reason'],
    [
      'POST',
      'registrationContact',
      { registration_id: id, contact_role: 'Lead', contact_name: 'A', email_address: 'no' },
      'email_address'
    ],
    [
      'POST',
      'registrationContact',
      { registration_id: id, contact_role: 'Lead', contact_name: '  ', email_address: 'a@b.example' },
      'contact_name'
    ],
    ['POST', 'registrationSubmissions', { registration_id: id, scope_id }, 'submission_id'],
    [
      'POST',
      'registrationSubmissions',
      { registration_id: id, scope_id, submission_id: 1, submission_name: 'A' },
      'submission_id'
    ]
  ]
  for (const [method, path, body, field] of bad) {
    const reply = await server.send(method, path, { body, token: registering.lead() })
    expect([reply.status, reply.body.detail]).toEqual([422, expect.stringContaining(field)])
  }
})
