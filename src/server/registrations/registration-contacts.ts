import { MAX_LIST_ROWS } from '#contract/limits.ts'
import type { RegistrationContact } from '#contract/registration-contacts.ts'
import { CONTACT_ROLES, contactRemovalObstacle } from '#domain/projects/registration.ts'
import type { Tx } from '#server/database/schema.ts'
import { requireFound, invalid, lockedError } from '#server/http/api-error.ts'
import { inTransaction, type RouteOf } from '#server/http/route.ts'
import { registrationContacts, endPrimary, makePrimary, removeRow } from './contact-rows.ts'
import {
  lockOpenRegistration,
  requirePart,
  requireRegistration,
  recordRegistrationChange,
  type OpenRegistration
} from './registration.ts'

export const listRegistrationContacts: RouteOf<'listRegistrationContacts'> = async (
  { query },
  { database, caller }
) => {
  await requireRegistration(database, caller, query.registration_id)
  return {
    registration_contacts: await registrationContacts(
      database,
      caller.programmeId,
      query.registration_id,
      query.limit
    )
  }
}

export const createRegistrationContact: RouteOf<'createRegistrationContact'> = inTransaction(
  async (tx, { body }, { caller, now }) => {
    const { programmeId } = caller
    const registration = await lockOpenRegistration(tx, caller, body.registration_id, now)
    await requireUserOfOrganisation(tx, registration, body.user_id ?? null)
    const contacts = await registrationContacts(tx, programmeId, body.registration_id, MAX_LIST_ROWS)
    const replaced = body.replaces_contact_id ? contactIn(contacts, body.replaces_contact_id) : null
    const others = contacts.filter(one => one !== replaced)
    requireContactRoom(others, body)
    if (replaced) await replaceContact(tx, registration, replaced, contacts, body.contact_role)
    const isFirst = !others.some(contact => contact.contact_role === body.contact_role)
    const wasPrimary = replaced?.contact_role === body.contact_role && replaced.is_primary
    const isPrimary = isFirst || body.is_primary || wasPrimary
    if (isPrimary && !isFirst) await endPrimary(tx, programmeId, body.registration_id, body.contact_role)
    const row = await tx
      .insertInto('registration_contacts')
      .values({
        programme_id: programmeId,
        registration_id: body.registration_id,
        user_id: body.user_id ?? null,
        contact_name: body.contact_name,
        email_address: body.email_address,
        telephone: body.telephone,
        contact_role: body.contact_role,
        is_primary: isPrimary
      })
      .returning('registration_contact_id')
      .executeTakeFirstOrThrow()
    await recordRegistrationChange(tx, caller, body.registration_id, now)
    const after = await registrationContacts(tx, programmeId, body.registration_id, MAX_LIST_ROWS)
    return contactIn(after, row.registration_contact_id)
  }
)

export const deleteRegistrationContact: RouteOf<'deleteRegistrationContact'> = inTransaction(
  async (tx, { body }, { caller, now }) => {
    const { programmeId } = caller
    const { registration_contact_id } = body
    const row = await tx
      .selectFrom('registration_contacts')
      .select('registration_id')
      .where(eb => eb.and({ programme_id: programmeId, registration_contact_id }))
      .executeTakeFirst()
    const { registration_id } = await requirePart(tx, caller, row, 'contact')
    const registration = await lockOpenRegistration(tx, caller, registration_id, now)
    const contacts = await registrationContacts(tx, programmeId, registration_id, MAX_LIST_ROWS)
    await deleteContact(tx, registration, contactIn(contacts, registration_contact_id), contacts)
    await recordRegistrationChange(tx, caller, registration_id, now)
    return { registration_contact_id }
  }
)

const contactIn = (contacts: readonly RegistrationContact[], id: number): RegistrationContact =>
  requireFound(
    contacts.find(one => one.registration_contact_id === id),
    'contact'
  )

/** Removes a contact and makes room for its replacement, in the same role or another. */
async function replaceContact(
  tx: Tx,
  registration: OpenRegistration,
  replaced: RegistrationContact,
  contacts: readonly RegistrationContact[],
  role: string
): Promise<void> {
  if (replaced.contact_role === role) await removeRow(tx, registration.programme_id, replaced)
  else await deleteContact(tx, registration, replaced, contacts)
}

/**
 * Removes a contact; the next one of its role becomes primary. Refused if a confirmed registration requires
 * it.
 */
async function deleteContact(
  tx: Tx,
  registration: OpenRegistration,
  contact: RegistrationContact,
  contacts: readonly RegistrationContact[]
): Promise<void> {
  const others = contacts.filter(one => one.contact_role === contact.contact_role && one !== contact)
  const { registration_status, programme_id } = registration
  const obstacle = contactRemovalObstacle(registration_status, contact.contact_role, others.length + 1)
  if (obstacle !== null) throw lockedError(obstacle)
  await removeRow(tx, programme_id, contact)
  const [next] = others
  if (contact.is_primary && next) await makePrimary(tx, programme_id, next.registration_contact_id)
}

function requireContactRoom(
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
  if (contacts.length >= MAX_LIST_ROWS)
    throw invalid('registration_id', `has ${MAX_LIST_ROWS} contacts already, the most allowed`)
}

async function requireUserOfOrganisation(
  tx: Tx,
  registration: OpenRegistration,
  userId: number | null
): Promise<void> {
  if (userId === null) return
  const user = await tx
    .selectFrom('users')
    .select('user_id')
    .where('programme_id', '=', registration.programme_id)
    .where('organisation_id', '=', registration.organisation_id)
    .where('user_id', '=', userId)
    .where('status', '!=', 'deleted')
    .executeTakeFirst()
  if (!user) throw invalid('user_id', 'is not a user of this organisation')
}
