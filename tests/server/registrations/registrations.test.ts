import { expect, test } from 'vitest'
import { listProjects } from '#contract/projects.ts'
import { createRegistrationContact } from '#contract/registration-contacts.ts'
import { createRegistration, listRegistrations } from '#contract/registrations.ts'
import { DAY, useRegistering } from '#tests/support/registration-steps.ts'
import { projectCoded } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const registering = useRegistering(server)

test('lets a lead register step by step, and names what is missing', async () => {
  const begun = await server.call(createRegistration, { body: registering.place() }, registering.lead())
  expect(begun.status).toBe(200)
  expect(begun.body).toMatchObject({
    ...registering.place(),
    registration_status: 'draft',
    scope_ids: [],
    terms_accepted_at: null,
    updated_by: 'Amara Okafor'
  })
  const id = begun.body.registration_id
  const confirm = () => registering.change(id, { registration_status: 'registered' })

  expect(await confirm()).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('terms_accepted') }
  })
  expect((await registering.change(id, { terms_accepted: true })).body.terms_accepted_at).toBe(
    NOON.toISOString()
  )
  expect(await confirm()).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('scope_ids') }
  })
  const scopes = await registering.scopeIds()
  expect((await registering.change(id, { scope_ids: scopes })).body.scope_ids).toEqual(scopes)
  await registering.addContact(id, 'Lead', 'Amara Okafor')
  expect(await confirm()).toMatchObject({ status: 422, body: { detail: expect.stringContaining('Data') } })
  await registering.addContact(id, 'Data', 'Rolf Lindqvist')
  expect(await confirm()).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('registration_submissions') }
  })
  expect((await registering.addSubmission(id, { submission_name: 'Ward 40' })).status).toBe(200)
  expect(await confirm()).toMatchObject({ status: 200, body: { registration_status: 'registered' } })

  const { body } = await server.call(
    listProjects,
    { query: { programme_id: 1, time_period_id: registering.place().time_period_id } },
    registering.lead()
  )
  expect(body.projects.find(project => project.project_id === registering.place().project_id)).toMatchObject({
    registration_id: id,
    registration_status: 'registered',
    submission_count: 1
  })
})

test('a refused confirmation leaves nothing behind', async () => {
  const id = await registering.begin()
  const before = (await server.call(listRegistrations, { query: registering.place() }, registering.lead()))
    .body.registrations
  server.clock.now = new Date(NOON.getTime() + 1000)
  expect((await registering.change(id, { registration_status: 'registered', scope_ids: [] })).status).toBe(
    422
  )
  expect(
    (await server.call(listRegistrations, { query: registering.place() }, registering.lead())).body
      .registrations
  ).toEqual(before)
})

test('an organisation registers once for a project and period', async () => {
  await registering.begin()
  const again = await server.call(createRegistration, { body: registering.place() }, registering.lead())
  expect([again.status, again.body.detail]).toEqual([422, expect.stringContaining('organisation_id')])
})

test('two leads who begin at once make one registration', async () => {
  const replies = await Promise.all(
    [1, 2, 3].map(() => server.call(createRegistration, { body: registering.place() }, registering.lead()))
  )
  expect(replies.map(reply => reply.status).toSorted((one, other) => one - other)).toEqual([200, 422, 422])
})

test('outside its dates registration is read-only with the reason; admins may act', async () => {
  const id = await registering.begin({ terms_accepted: true })
  server.clock.now = new Date(NOON.getTime() + 60 * DAY)
  await registering.logInAgain()
  const contact = {
    registration_id: id,
    contact_role: 'Lead',
    contact_name: 'A',
    email_address: 'a@wards.example'
  }
  const refused = [
    await registering.change(id, { terms_accepted: false }),
    await registering.change(id, { registration_status: 'withdrawn', reason: 'too late' }),
    await server.call(createRegistrationContact, { body: contact }, registering.lead()),
    await registering.addSubmission(id, { submission_name: 'Ward 41' })
  ]
  for (const reply of refused)
    expect([reply.status, reply.body.detail]).toEqual([
      423,
      expect.stringMatching(/^Registration closed on \d+ \w+/)
    ])
  expect(
    (await server.call(listRegistrations, { query: registering.place() }, registering.lead())).body
      .registrations
  ).toHaveLength(1)
  const admin = await server.tokenOf('admin')
  expect((await server.call(createRegistrationContact, { body: contact }, admin)).status).toBe(200)
  expect(
    (await registering.change(id, { registration_status: 'withdrawn', reason: 'asked by telephone' }, admin))
      .body.updated_by
  ).toBe('Daniel Hughes')
})

test('refuses a registration before it opens, and in a period without registration', async () => {
  const staffing = await projectCoded(server, 'ward-staffing')
  const late = await server.call(
    createRegistration,
    { body: { ...registering.place(), project_id: staffing } },
    registering.lead()
  )
  expect([late.status, late.body.detail]).toEqual([423, expect.stringContaining('closed')])
  server.clock.now = new Date(NOON.getTime() - 90 * DAY)
  const early = await server.call(
    createRegistration,
    { body: registering.place() },
    await server.tokenOf('lead')
  )
  expect([early.status, early.body.detail]).toEqual([423, expect.stringContaining('opens on')])
})

test('requires a reason to withdraw, and makes a withdrawn registration read-only until it is resumed', async () => {
  const id = await registering.begin({ terms_accepted: true })
  expect(await registering.change(id, { registration_status: 'withdrawn' })).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('reason') }
  })
  expect(
    (await registering.change(id, { registration_status: 'withdrawn', reason: ' Ward closed ' })).body
      .registration_status
  ).toBe('withdrawn')
  const stored = await server.database
    .selectFrom('registrations')
    .select('withdrawal_reason')
    .where('programme_id', '=', 1)
    .where('registration_id', '=', id)
    .executeTakeFirst()
  expect(stored?.withdrawal_reason).toBe('Ward closed')
  expect((await registering.change(id, { scope_ids: [] })).status).toBe(423)
  expect((await registering.addContact(id, 'Lead', 'Amara Okafor')).status).toBe(423)
  expect((await registering.change(id, { registration_status: 'draft' })).body.registration_status).toBe(
    'draft'
  )
  expect((await registering.addContact(id, 'Lead', 'Amara Okafor')).status).toBe(200)
})
