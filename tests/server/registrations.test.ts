import { beforeEach, expect, test } from 'vitest'
import { listProjects, listScopes } from '#contract/projects.ts'
import {
  createRegistration,
  createRegistrationContact,
  createRegistrationSubmission,
  deleteRegistrationContact,
  deleteRegistrationSubmission,
  getRegistrationCompletion,
  listRegistrationContacts,
  listRegistrations,
  listRegistrationSubmissions,
  listSubmissions,
  updateRegistration
} from '#contract/registrations.ts'
import { getRegistrationSubmissionQuestionnaires } from '#contract/questionnaires.ts'
import { ownSubmission, periodNamed, projectCoded } from '../support/seeded.ts'
import { NOON, sites, useServer, type Role } from '../support/server.ts'

const server = useServer()
const DAY = 86_400_000

let lead: string
let organisationId: number
let projectId: number
let periodId: number

// The project that is open for registration: the own organisation took part in earlier years and has yet to register for this one.
beforeEach(async () => {
  server.clock.now = NOON
  lead = await server.tokenOf('lead')
  projectId = await projectCoded(server, 'ward-quality')
  periodId = await periodNamed(server, '2026')
  organisationId = await organisationOf('lead@wards.example')
  await forgetRegistration()
})

async function organisationOf(emailAddress: string, programmeId = 1): Promise<number> {
  const user = await server.database
    .selectFrom('users')
    .select('organisation_id')
    .where('programme_id', '=', programmeId)
    .where('email_address', '=', emailAddress)
    .executeTakeFirstOrThrow()
  return user.organisation_id ?? 0
}

async function otherOrganisation(): Promise<number> {
  const row = await server.database
    .selectFrom('registrations')
    .select('organisation_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', projectId)
    .where('time_period_id', '=', periodId)
    .where('organisation_id', '!=', organisationId)
    .executeTakeFirstOrThrow()
  return row.organisation_id
}

/** Each test begins before the own organisation has registered. */
async function forgetRegistration(): Promise<void> {
  const row = await server.database
    .selectFrom('registrations')
    .select('registration_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', projectId)
    .where('time_period_id', '=', periodId)
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  if (!row) return
  for (const table of ['registration_submissions', 'registration_contacts', 'registration_scopes', 'registrations'] as const) {
    await server.database.deleteFrom(table).where('programme_id', '=', 1).where('registration_id', '=', row.registration_id).execute()
  }
  const made = server.database
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', projectId)
    .where('time_period_id', '=', periodId)
    .where('organisation_id', '=', organisationId)
  for (const table of ['submission_filter_options', 'answers', 'submissions'] as const) {
    await server.database.deleteFrom(table).where('programme_id', '=', 1).where('submission_id', 'in', made).execute()
  }
}

const place = () => ({ project_id: projectId, time_period_id: periodId, organisation_id: organisationId })

async function scopeIds(): Promise<number[]> {
  const { body } = await server.call(listScopes, { query: { project_id: projectId } }, lead)
  return body.scopes.map(scope => scope.scope_id)
}

async function begin(fields: { scope_ids?: number[]; terms_accepted?: boolean } = {}): Promise<number> {
  const { body } = await server.call(createRegistration, { body: { ...place(), scope_ids: await scopeIds(), ...fields } }, lead)
  return body.registration_id
}

const addContact = (registration_id: number, contact_role: string, name: string, fields: { is_primary?: boolean; user_id?: number } = {}) =>
  server.call(
    createRegistrationContact,
    {
      body: {
        registration_id,
        contact_role,
        contact_name: name,
        email_address: `${name.toLowerCase().replaceAll(' ', '.')}@wards.example`,
        ...fields
      }
    },
    lead
  )

const addSubmission = async (registration_id: number, fields: { submission_id?: number; submission_name?: string }, token = lead) =>
  server.call(createRegistrationSubmission, { body: { registration_id, scope_id: (await scopeIds())[0]!, ...fields } }, token)

const change = (id: number, body: object, token = lead) => server.call(updateRegistration, { params: { id }, body }, token)

const contactsOf = async (registration_id: number) =>
  (await server.call(listRegistrationContacts, { query: { registration_id } }, lead)).body.registration_contacts

const submissionsOf = async (registration_id: number) =>
  (await server.call(listRegistrationSubmissions, { query: { registration_id } }, lead)).body.registration_submissions

test('a lead registers step by step, and what is missing is named until it is there', async () => {
  const begun = await server.call(createRegistration, { body: place() }, lead)
  expect(begun.status).toBe(200)
  expect(begun.body).toMatchObject({
    ...place(),
    registration_status: 'draft',
    scope_ids: [],
    terms_accepted_at: null,
    updated_by: 'Amara Okafor'
  })
  const id = begun.body.registration_id
  const confirm = () => change(id, { registration_status: 'registered' })

  expect(await confirm()).toMatchObject({ status: 422, body: { detail: expect.stringContaining('terms_accepted') } })
  expect((await change(id, { terms_accepted: true })).body.terms_accepted_at).toBe(NOON.toISOString())
  expect(await confirm()).toMatchObject({ status: 422, body: { detail: expect.stringContaining('scope_ids') } })
  const scopes = await scopeIds()
  expect((await change(id, { scope_ids: scopes })).body.scope_ids).toEqual(scopes)
  await addContact(id, 'Lead', 'Amara Okafor')
  expect(await confirm()).toMatchObject({ status: 422, body: { detail: expect.stringContaining('Data') } })
  await addContact(id, 'Data', 'Rolf Lindqvist')
  expect(await confirm()).toMatchObject({ status: 422, body: { detail: expect.stringContaining('registration_submissions') } })
  expect((await addSubmission(id, { submission_name: 'Ward 40' })).status).toBe(200)
  expect(await confirm()).toMatchObject({ status: 200, body: { registration_status: 'registered' } })

  const { body } = await server.call(listProjects, { query: { programme_id: 1, time_period_id: periodId } }, lead)
  expect(body.projects.find(project => project.project_id === projectId)).toMatchObject({
    registration_id: id,
    registration_status: 'registered',
    submission_count: 1
  })
})

test('a refused confirmation leaves nothing behind', async () => {
  const id = await begin()
  const before = (await server.call(listRegistrations, { query: place() }, lead)).body.registrations
  server.clock.now = new Date(NOON.getTime() + 1000)
  expect((await change(id, { registration_status: 'registered', scope_ids: [] })).status).toBe(422)
  expect((await server.call(listRegistrations, { query: place() }, lead)).body.registrations).toEqual(before)
})

test('an organisation registers once for a project and period', async () => {
  await begin()
  const again = await server.call(createRegistration, { body: place() }, lead)
  expect([again.status, again.body.detail]).toEqual([422, expect.stringContaining('organisation_id')])
})

test('two leads who begin at once make one registration', async () => {
  const replies = await Promise.all([1, 2, 3].map(() => server.call(createRegistration, { body: place() }, lead)))
  expect(replies.map(reply => reply.status).toSorted()).toEqual([200, 422, 422])
})

test('outside its dates registration is read-only with the reason; admins may act', async () => {
  const id = await begin({ terms_accepted: true })
  server.clock.now = new Date(NOON.getTime() + 60 * DAY)
  lead = await server.tokenOf('lead')
  const contact = { registration_id: id, contact_role: 'Lead', contact_name: 'A', email_address: 'a@wards.example' }
  const refused = [
    await change(id, { terms_accepted: false }),
    await change(id, { registration_status: 'withdrawn', reason: 'too late' }),
    await server.call(createRegistrationContact, { body: contact }, lead),
    await addSubmission(id, { submission_name: 'Ward 41' })
  ]
  for (const reply of refused)
    expect([reply.status, reply.body.detail]).toEqual([423, expect.stringMatching(/^Registration closed on \d+ \w+/)])
  expect((await server.call(listRegistrations, { query: place() }, lead)).body.registrations).toHaveLength(1)
  const admin = await server.tokenOf('admin')
  expect((await server.call(createRegistrationContact, { body: contact }, admin)).status).toBe(200)
  expect((await change(id, { registration_status: 'withdrawn', reason: 'asked by telephone' }, admin)).body.updated_by).toBe(
    'Daniel Hughes'
  )
})

test('a registration cannot begin before it opens or where it was never announced', async () => {
  const staffing = await projectCoded(server, 'ward-staffing')
  const late = await server.call(createRegistration, { body: { ...place(), project_id: staffing } }, lead)
  expect([late.status, late.body.detail]).toEqual([423, expect.stringContaining('closed')])
  server.clock.now = new Date(NOON.getTime() - 90 * DAY)
  const early = await server.call(createRegistration, { body: place() }, await server.tokenOf('lead'))
  expect([early.status, early.body.detail]).toEqual([423, expect.stringContaining('opens on')])
})

test('withdrawing needs a reason; what is withdrawn is read-only until it is taken up again', async () => {
  const id = await begin({ terms_accepted: true })
  expect(await change(id, { registration_status: 'withdrawn' })).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('reason') }
  })
  expect((await change(id, { registration_status: 'withdrawn', reason: ' Ward closed ' })).body.registration_status).toBe('withdrawn')
  const stored = await server.database
    .selectFrom('registrations')
    .select('withdrawal_reason')
    .where('programme_id', '=', 1)
    .where('registration_id', '=', id)
    .executeTakeFirst()
  expect(stored?.withdrawal_reason).toBe('Ward closed')
  expect((await change(id, { scope_ids: [] })).status).toBe(423)
  expect((await addContact(id, 'Lead', 'Amara Okafor')).status).toBe(423)
  expect((await change(id, { registration_status: 'draft' })).body.registration_status).toBe('draft')
  expect((await addContact(id, 'Lead', 'Amara Okafor')).status).toBe(200)
})

test('each role has one primary contact: the first, or whoever is made it, or the next when it leaves', async () => {
  const id = await begin()
  const first = (await addContact(id, 'Data', 'One')).body
  expect(first.is_primary).toBe(true)
  const second = (await addContact(id, 'Data', 'Two')).body
  expect(second.is_primary).toBe(false)
  const third = (await addContact(id, 'Data', 'Three', { is_primary: true })).body
  const primaries = async () => (await contactsOf(id)).filter(contact => contact.is_primary).map(contact => contact.contact_name)
  expect(await primaries()).toEqual(['Three'])
  await server.call(deleteRegistrationContact, { body: { registration_contact_id: third.registration_contact_id } }, lead)
  expect(await primaries()).toEqual(['One'])
})

test('many new primaries at once leave one', async () => {
  const id = await begin()
  await Promise.all(['A', 'B', 'C', 'D'].map(name => addContact(id, 'Lead', name, { is_primary: true })))
  expect((await contactsOf(id)).map(contact => contact.is_primary).toSorted()).toEqual([false, false, false, true])
})

test('a contact has a known role, is there once in it, and a user is one of the organisation', async () => {
  const id = await begin()
  expect(await addContact(id, 'Chef', 'One')).toMatchObject({ status: 422, body: { detail: expect.stringContaining('contact_role') } })
  await addContact(id, 'Lead', 'One')
  expect(await addContact(id, 'Lead', 'One')).toMatchObject({ status: 422, body: { detail: expect.stringContaining('email_address') } })
  expect((await addContact(id, 'Data', 'One')).status).toBe(200)
  const stranger = await server.database
    .selectFrom('users')
    .select('user_id')
    .where('programme_id', '=', 1)
    .where('organisation_id', '!=', organisationId)
    .executeTakeFirstOrThrow()
  expect(await addContact(id, 'Deputy', 'Two', { user_id: stranger.user_id })).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('user_id') }
  })
})

test('the last contact of a needed role stays while the registration is confirmed', async () => {
  const id = await begin({ terms_accepted: true })
  const only = (await addContact(id, 'Lead', 'One')).body
  await addContact(id, 'Data', 'Two')
  await addSubmission(id, { submission_name: 'Ward 50' })
  expect((await change(id, { registration_status: 'registered' })).status).toBe(200)
  const remove = () => server.call(deleteRegistrationContact, { body: { registration_contact_id: only.registration_contact_id } }, lead)
  expect(await remove()).toMatchObject({ status: 423, body: { detail: expect.stringContaining('Lead') } })
  await addContact(id, 'Lead', 'Three')
  expect((await remove()).status).toBe(200)
})

test('a ward of last year goes on as the same ward, with its code and what it is filtered by', async () => {
  const id = await begin()
  const former = await ownSubmission(server, 'ward-quality', '2025')
  const { status, body } = await addSubmission(id, { submission_id: former })
  expect(status).toBe(200)
  const { body: all } = await server.call(listSubmissions, { query: { project_id: projectId } }, lead)
  const [now, before] = [body.submission_id, former].map(submission => all.submissions.find(one => one.id === submission)!)
  expect(now).toMatchObject({
    lineage_id: before!.lineage_id,
    submission_code: before!.submission_code,
    name: before!.name,
    time_period_id: periodId
  })
  const options = async (submission: number) =>
    (
      await server.database
        .selectFrom('submission_filter_options')
        .select('filter_option_id')
        .where('programme_id', '=', 1)
        .where('submission_id', '=', submission)
        .orderBy('filter_option_id')
        .execute()
    ).map(row => row.filter_option_id)
  expect(await options(body.submission_id)).toEqual(await options(former))
  expect(await addSubmission(id, { submission_id: former })).toMatchObject({ status: 422 })
  expect(await addSubmission(id, { submission_id: body.submission_id })).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('submission_id') }
  })
})

test('a new ward has a name of its own, whatever its capitals, and what holds for the organisation', async () => {
  const id = await begin()
  const { body } = await addSubmission(id, { submission_name: '  Day unit ' })
  expect(body).toMatchObject({ submission_name: 'Day unit', completion_percent: 0 })
  expect(await addSubmission(id, { submission_name: 'DAY UNIT' })).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('submission_name') }
  })
  const options = await server.database
    .selectFrom('submission_filter_options')
    .select('filter_option_id')
    .where('programme_id', '=', 1)
    .where('submission_id', '=', body.submission_id)
    .execute()
  expect(options).toHaveLength(2)
})

test('the same new name sent many times at once is one submission', async () => {
  const id = await begin()
  const replies = await Promise.all(Array.from({ length: 6 }, () => addSubmission(id, { submission_name: 'Night unit' })))
  expect(replies.filter(reply => reply.status === 200)).toHaveLength(1)
  expect(replies.filter(reply => reply.status === 422)).toHaveLength(5)
  expect(await submissionsOf(id)).toHaveLength(1)
})

test('scopes are the project’s, and one that a submission stands in stays', async () => {
  const id = await begin()
  await addSubmission(id, { submission_name: 'Ward 60' })
  expect(await change(id, { scope_ids: [] })).toMatchObject({ status: 422, body: { detail: expect.stringContaining('Ward 60') } })
  const { body } = await server.call(listScopes, { query: { project_id: await projectCoded(server, 'ward-staffing') } }, lead)
  const foreign = body.scopes[0]!.scope_id
  expect(await change(id, { scope_ids: [foreign] })).toMatchObject({ status: 422, body: { detail: expect.stringContaining('scope_ids') } })
  const wrong = await server.call(
    createRegistrationSubmission,
    { body: { registration_id: id, scope_id: foreign, submission_name: 'Ward 61' } },
    lead
  )
  expect([wrong.status, wrong.body.detail]).toEqual([422, expect.stringContaining('scope_id')])
})

test('a submission with answers stays in its registration; an empty one goes without a trace', async () => {
  const id = await begin()
  const { body: kept } = await addSubmission(id, { submission_name: 'Ward 70' })
  const { body: gone } = await addSubmission(id, { submission_name: 'Ward 71' })
  const question = await server.database
    .selectFrom('questions')
    .select('question_id')
    .where('programme_id', '=', 1)
    .executeTakeFirstOrThrow()
  await server.database
    .insertInto('answers')
    .values({
      programme_id: 1,
      submission_id: kept.submission_id,
      question_id: question.question_id,
      row_id: 0,
      column_id: 0,
      case_code_id: 0,
      value: '4',
      number_value: 4,
      is_not_applicable: false,
      is_not_available: false,
      version: 1,
      updated_at: NOON,
      updated_by_user_id: null
    })
    .execute()
  const remove = (one: { registration_submission_id: number }) =>
    server.call(deleteRegistrationSubmission, { body: { registration_submission_id: one.registration_submission_id } }, lead)
  expect(await remove(kept)).toMatchObject({ status: 423, body: { detail: expect.stringContaining('answers') } })
  expect((await remove(gone)).status).toBe(200)
  expect((await remove(gone)).status).toBe(404)
  expect((await submissionsOf(id)).map(one => one.submission_name)).toEqual(['Ward 70'])
  const { body } = await server.call(listSubmissions, { query: { project_id: projectId, time_period_id: periodId } }, lead)
  expect(body.submissions.map(one => one.name)).toEqual(['Ward 70'])
})

test('completion by questionnaire says how far each submission is and who signed it off', async () => {
  const staffing = await projectCoded(server, 'ward-staffing')
  const listed = async (period: string) => {
    const query = { project_id: staffing, time_period_id: await periodNamed(server, period) }
    const { body } = await server.call(listRegistrations, { query }, lead)
    return body.registrations[0]!.registration_id
  }
  const completion = async (registration_id: number) =>
    (await server.call(getRegistrationCompletion, { query: { registration_id } }, lead)).body.registration_submissions
  const past = await completion(await listed('2025'))
  expect(past).toHaveLength(3)
  for (const { questionnaires } of past) {
    for (const questionnaire of questionnaires) {
      expect(questionnaire).toMatchObject({ status: 'signed_off', completion_percent: 100, signed_off_by: 'Amara Okafor' })
    }
  }
  const current = await listed('2026')
  const now = await completion(current)
  const states = now.map(({ questionnaires }) => questionnaires[0]!.status).toSorted()
  expect(states).toEqual(['in_progress', 'in_progress', 'not_started'])
  const rows = await submissionsOf(current)
  for (const row of rows) {
    const { questionnaires } = now.find(one => one.submission_id === row.submission_id)!
    if (questionnaires.length === 1) expect(row.completion_percent).toBe(questionnaires[0]!.completion_percent)
    expect(row.completion_percent).toBeLessThan(100)
  }
})

test('a questionnaire that names scopes is asked of submissions in them only', async () => {
  const id = await begin()
  const { body: submission } = await addSubmission(id, { submission_name: 'Ward 80' })
  const asked = async () =>
    server.call(getRegistrationSubmissionQuestionnaires, { params: { id: submission.registration_submission_id } }, lead)
  const before = await asked()
  expect(before.body.registration_submission).toMatchObject({ submission_name: 'Ward 80', scope_name: 'Adult inpatient wards' })
  expect(before.body.questionnaires.map(one => [one.questionnaire_name, one.sections.map(section => section.section_name)])).toEqual([
    ['Quality of care', ['Harm', 'Experience']]
  ])
  const [foreign] = (await server.call(listScopes, { query: { project_id: await projectCoded(server, 'ward-staffing') } }, lead)).body
    .scopes
  const named = { programme_id: 1, questionnaire_id: before.body.questionnaires[0]!.questionnaire_id, scope_id: foreign!.scope_id }
  await server.database.insertInto('questionnaire_scopes').values(named).execute()
  expect((await asked()).body.questionnaires).toEqual([])
  await server.database.deleteFrom('questionnaire_scopes').where('programme_id', '=', 1).execute()
})

test('leads act for their own organisation only, admins for every one', async () => {
  const admin = await server.tokenOf('admin')
  const elsewhere = await otherOrganisation()
  expect((await server.call(listRegistrations, { query: { organisation_id: elsewhere } }, lead)).status).toBe(404)
  const { body } = await server.call(listRegistrations, { query: { organisation_id: elsewhere, project_id: projectId } }, admin)
  const theirs = body.registrations[0]!
  const contact = (await server.call(listRegistrationContacts, { query: { registration_id: theirs.registration_id } }, admin)).body
    .registration_contacts[0]!
  const submission = (await server.call(listRegistrationSubmissions, { query: { registration_id: theirs.registration_id } }, admin)).body
    .registration_submissions[0]!
  const hidden = [
    await server.call(createRegistration, { body: { ...place(), organisation_id: elsewhere } }, lead),
    await change(theirs.registration_id, { terms_accepted: true }),
    await server.call(listRegistrationContacts, { query: { registration_id: theirs.registration_id } }, lead),
    await addContact(theirs.registration_id, 'Lead', 'Mallory'),
    await server.call(deleteRegistrationContact, { body: { registration_contact_id: contact.registration_contact_id } }, lead),
    await server.call(listRegistrationSubmissions, { query: { registration_id: theirs.registration_id } }, lead),
    await server.call(getRegistrationCompletion, { query: { registration_id: theirs.registration_id } }, lead),
    await addSubmission(theirs.registration_id, { submission_name: 'Mine' }),
    await server.call(deleteRegistrationSubmission, { body: { registration_submission_id: submission.registration_submission_id } }, lead),
    await server.call(getRegistrationSubmissionQuestionnaires, { params: { id: submission.registration_submission_id } }, lead),
    await addSubmission(await begin(), { submission_id: submission.submission_id })
  ]
  for (const reply of hidden) expect([reply.status, typeof reply.body.detail]).toEqual([404, 'string'])
  const everyone = await server.call(listRegistrations, { query: { project_id: projectId, time_period_id: periodId } }, admin)
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
    await change(foreign.registration_id, { terms_accepted: true }, admin),
    await server.call(listRegistrationContacts, { query: { registration_id: foreign.registration_id } }, admin),
    await server.call(listRegistrations, { query: { project_id: foreign.project_id } }, admin),
    await server.call(listRegistrations, { query: { organisation_id: foreign.organisation_id } }, admin),
    await server.call(createRegistration, { body: { ...place(), organisation_id: foreign.organisation_id } }, admin),
    await server.call(createRegistration, { body: { ...place(), project_id: foreign.project_id } }, admin)
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
  const reply = await server.call(createRegistration, { body: place() }, await server.tokenOf(role))
  expect(reply.status).toBe(status)
})

test('what is not a registration is refused by the name of its field', async () => {
  const id = await begin()
  const scope_id = (await scopeIds())[0]!
  const bad: [string, string, object, string][] = [
    ['POST', 'registrations', { ...place(), project_id: '1' }, 'project_id'],
    ['POST', 'registrations', { ...place(), scope_ids: [0] }, 'scope_ids'],
    ['PUT', `registrations/${id}`, { registration_status: 'lost' }, 'registration_status'],
    ['PUT', `registrations/${id}`, { reason: 'x'.repeat(1001) }, 'reason'],
    ['POST', 'registrationContact', { registration_id: id, contact_role: 'Lead', contact_name: 'A', email_address: 'no' }, 'email_address'],
    [
      'POST',
      'registrationContact',
      { registration_id: id, contact_role: 'Lead', contact_name: '  ', email_address: 'a@b.example' },
      'contact_name'
    ],
    ['POST', 'registrationSubmissions', { registration_id: id, scope_id }, 'submission_id'],
    ['POST', 'registrationSubmissions', { registration_id: id, scope_id, submission_id: 1, submission_name: 'A' }, 'submission_id']
  ]
  for (const [method, path, body, field] of bad) {
    const reply = await server.send(method, path, { body, token: lead })
    expect([reply.status, reply.body.detail]).toEqual([422, expect.stringContaining(field)])
  }
})
