import type { RegistrationContact } from '#contract/registration-contacts.ts'
import { LIST_LIMIT } from '#contract/limits.ts'
import { CONTACT_ROLES, contactRemovalObstacle } from '#domain/registration.ts'
import type { Database, Work } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { found, invalid, locked } from '../http/refusal.ts'
import {
  holdOpenRegistration,
  requireRegistration,
  signChange,
  type OpenRegistration
} from './registration.ts'
import type { RouteOf } from '../http/route.ts'

export const listRegistrationContacts: RouteOf<'listRegistrationContacts'> = async (
  { query },
  { database, caller }
) => {
  await requireRegistration(database, caller, query.registration_id)
  return {
    registration_contacts: await contactsOf(database, caller.programmeId, query.registration_id, query.limit)
  }
}

export const createRegistrationContact: RouteOf<'createRegistrationContact'> = async (
  { body },
  { database, caller, now }
) => {
  const { programmeId } = caller
  return transaction(database, async work => {
    const registration = await holdOpenRegistration(work, caller, body.registration_id, now)
    await requireUserOfOrganisation(work, registration, body.user_id ?? null)
    const contacts = await contactsOf(work, programmeId, body.registration_id, LIST_LIMIT)
    requireRoom(contacts, body)
    const isFirst = !contacts.some(contact => contact.contact_role === body.contact_role)
    if (body.is_primary && !isFirst)
      await endPrimary(work, programmeId, body.registration_id, body.contact_role)
    const row = await work
      .insertInto('registration_contacts')
      .values({
        programme_id: programmeId,
        registration_id: body.registration_id,
        user_id: body.user_id ?? null,
        contact_name: body.contact_name,
        email_address: body.email_address,
        telephone: body.telephone,
        contact_role: body.contact_role,
        is_primary: body.is_primary || isFirst
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await signChange(work, caller, body.registration_id, now)
    const { programme_id: _, ...contact } = row
    return contact
  })
}

export const deleteRegistrationContact: RouteOf<'deleteRegistrationContact'> = async (
  { body },
  { database, caller, now }
) => {
  const { programmeId } = caller
  const { registration_contact_id } = body
  return transaction(database, async work => {
    const place = await work
      .selectFrom('registration_contacts')
      .select('registration_id')
      .where('programme_id', '=', programmeId)
      .where('registration_contact_id', '=', registration_contact_id)
      .executeTakeFirst()
    const { registration_id } = found(place, 'contact')
    const registration = await holdOpenRegistration(work, caller, registration_id, now)
    const contacts = await contactsOf(work, programmeId, registration_id, LIST_LIMIT)
    const contact = found(
      contacts.find(one => one.registration_contact_id === registration_contact_id),
      'contact'
    )
    const others = contacts.filter(one => one.contact_role === contact.contact_role && one !== contact)
    const obstacle = contactRemovalObstacle(
      registration.registration_status,
      contact.contact_role,
      others.length + 1
    )
    if (obstacle !== null) throw locked(obstacle)
    await work
      .deleteFrom('registration_contacts')
      .where('programme_id', '=', programmeId)
      .where('registration_contact_id', '=', registration_contact_id)
      .execute()
    const [next] = others
    if (contact.is_primary && next) await makePrimary(work, programmeId, next.registration_contact_id)
    await signChange(work, caller, registration_id, now)
    return { registration_contact_id }
  })
}

/** By role, the primary one first, then in the order in which they were added. */
function contactsOf(
  database: Database,
  programmeId: number,
  registrationId: number,
  limit: number
): Promise<RegistrationContact[]> {
  return database
    .selectFrom('registration_contacts')
    .select([
      'registration_contact_id',
      'registration_id',
      'user_id',
      'contact_name',
      'email_address',
      'telephone',
      'contact_role',
      'is_primary'
    ])
    .where('programme_id', '=', programmeId)
    .where('registration_id', '=', registrationId)
    .orderBy('contact_role')
    .orderBy('is_primary', 'desc')
    .orderBy('registration_contact_id')
    .limit(limit)
    .execute()
}

function requireRoom(
  contacts: readonly RegistrationContact[],
  wanted: { contact_role: string; email_address: string }
): void {
  if (!CONTACT_ROLES.some(role => role.name === wanted.contact_role)) {
    throw invalid('contact_role', `must be one of ${CONTACT_ROLES.map(role => role.name).join(', ')}`)
  }
  if (
    contacts.some(
      contact =>
        contact.contact_role === wanted.contact_role && contact.email_address === wanted.email_address
    )
  ) {
    throw invalid('email_address', 'is already a contact in this role')
  }
  if (contacts.length >= LIST_LIMIT) throw invalid('registration_id', `has ${LIST_LIMIT} contacts already`)
}

async function requireUserOfOrganisation(
  work: Work,
  registration: OpenRegistration,
  userId: number | null
): Promise<void> {
  if (userId === null) return
  const user = await work
    .selectFrom('users')
    .select('user_id')
    .where('programme_id', '=', registration.programme_id)
    .where('organisation_id', '=', registration.organisation_id)
    .where('user_id', '=', userId)
    .where('status', '!=', 'deleted')
    .executeTakeFirst()
  if (!user) throw invalid('user_id', 'is not a user of this organisation')
}

async function endPrimary(
  work: Work,
  programmeId: number,
  registrationId: number,
  role: string
): Promise<void> {
  await work
    .updateTable('registration_contacts')
    .set({ is_primary: false })
    .where('programme_id', '=', programmeId)
    .where('registration_id', '=', registrationId)
    .where('contact_role', '=', role)
    .execute()
}

async function makePrimary(work: Work, programmeId: number, contactId: number): Promise<void> {
  await work
    .updateTable('registration_contacts')
    .set({ is_primary: true })
    .where('programme_id', '=', programmeId)
    .where('registration_contact_id', '=', contactId)
    .execute()
}
