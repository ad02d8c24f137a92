import { expect, test } from 'vitest'
import { deleteRegistrationContact } from '#contract/registration-contacts.ts'
import { useRegistering } from '#tests/support/registration-steps.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const registering = useRegistering(server)

test('keeps one primary contact per role: the first, the chosen one, or the next when it is removed', async () => {
  const id = await registering.begin()
  const first = (await registering.addContact(id, 'Data', 'One')).body
  expect(first.is_primary).toBe(true)
  const second = (await registering.addContact(id, 'Data', 'Two')).body
  expect(second.is_primary).toBe(false)
  const third = (await registering.addContact(id, 'Data', 'Three', { is_primary: true })).body
  const primaries = async () =>
    (await registering.contactsOf(id))
      .filter(contact => contact.is_primary)
      .map(contact => contact.contact_name)
  expect(await primaries()).toEqual(['Three'])
  await server.call(
    deleteRegistrationContact,
    { body: { registration_contact_id: third.registration_contact_id } },
    registering.lead()
  )
  expect(await primaries()).toEqual(['One'])
})

test('many new primaries at once leave one', async () => {
  const id = await registering.begin()
  await Promise.all(
    ['A', 'B', 'C', 'D'].map(name => registering.addContact(id, 'Lead', name, { is_primary: true }))
  )
  expect((await registering.contactsOf(id)).filter(contact => contact.is_primary)).toHaveLength(1)
})

test('a contact has a known role, is there once in it, and a user is one of the organisation', async () => {
  const id = await registering.begin()
  expect(await registering.addContact(id, 'Chef', 'One')).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('contact_role') }
  })
  await registering.addContact(id, 'Lead', 'One')
  expect(await registering.addContact(id, 'Lead', 'One')).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('email_address') }
  })
  expect((await registering.addContact(id, 'Data', 'One')).status).toBe(200)
  const stranger = await server.database
    .selectFrom('users')
    .select('user_id')
    .where('programme_id', '=', 1)
    .where('organisation_id', '!=', registering.place().organisation_id)
    .executeTakeFirstOrThrow()
  expect(await registering.addContact(id, 'Deputy', 'Two', { user_id: stranger.user_id })).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('user_id') }
  })
})

test('keeps the last contact of a required role while the registration is confirmed', async () => {
  const id = await registering.begin({ terms_accepted: true })
  const only = (await registering.addContact(id, 'Lead', 'One')).body
  await registering.addContact(id, 'Data', 'Two')
  await registering.addSubmission(id, { submission_name: 'Ward 50' })
  expect((await registering.change(id, { registration_status: 'registered' })).status).toBe(200)
  const remove = () =>
    server.call(
      deleteRegistrationContact,
      { body: { registration_contact_id: only.registration_contact_id } },
      registering.lead()
    )
  expect(await remove()).toMatchObject({ status: 423, body: { detail: expect.stringContaining('Lead') } })
  await registering.addContact(id, 'Lead', 'Three')
  expect((await remove()).status).toBe(200)
})

test('one contact takes the place of another, also of the only one of a confirmed registration', async () => {
  const id = await registering.begin({ terms_accepted: true })
  const lead = (await registering.addContact(id, 'Lead', 'One')).body
  const data = (await registering.addContact(id, 'Data', 'Two')).body
  await registering.addSubmission(id, { submission_name: 'Ward 81' })
  expect((await registering.change(id, { registration_status: 'registered' })).status).toBe(200)
  const replace = (role: string, name: string, replaces_contact_id: number) =>
    registering.addContact(id, role, name, { replaces_contact_id })
  // The same address stays possible: it is the contact's own.
  const again = await replace('Lead', 'One', lead.registration_contact_id)
  expect(again.body).toMatchObject({ contact_name: 'One', is_primary: true, is_account_closed: false })
  expect((await replace('Data', 'Three', data.registration_contact_id)).body.is_primary).toBe(true)
  const names = async () => (await registering.contactsOf(id)).map(one => one.contact_name)
  expect(await names()).toEqual(['Three', 'One'])
  // Moved to another role the needed one would be without a contact: nothing changes.
  expect((await replace('Deputy', 'Four', again.body.registration_contact_id)).status).toBe(423)
  expect(await names()).toEqual(['Three', 'One'])
  expect((await replace('Lead', 'Five', lead.registration_contact_id)).status).toBe(404)
})

test('marks a contact whose account is closed, and no longer counts it as primary', async () => {
  const id = await registering.begin({ terms_accepted: true })
  const { user_id } = await server.database
    .selectFrom('users')
    .select('user_id')
    .where('programme_id', '=', 1)
    .where('email_address', '=', 'contributor@wards.example')
    .executeTakeFirstOrThrow()
  await registering.addContact(id, 'Lead', 'One')
  await registering.addContact(id, 'Data', 'Two', { user_id })
  await registering.addSubmission(id, { submission_name: 'Ward 82' })
  const setStatus = (status: 'active' | 'suspended') =>
    server.database
      .updateTable('users')
      .set({ status })
      .where('programme_id', '=', 1)
      .where('user_id', '=', user_id)
      .execute()
  await setStatus('suspended')
  try {
    expect((await registering.contactsOf(id)).map(one => one.is_account_closed)).toEqual([true, false])
    expect(await registering.change(id, { registration_status: 'registered' })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('primary contact is required for the role Data') }
    })
  } finally {
    await setStatus('active')
  }
  expect((await registering.change(id, { registration_status: 'registered' })).status).toBe(200)
})
