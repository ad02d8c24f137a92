// The rows of a registration's contacts.

import type { RegistrationContact } from '#contract/registration-contacts.ts'
import type { AccountStatus } from '#domain/people/user-status.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'

const closed: ReadonlySet<AccountStatus> = new Set(['deleted', 'suspended', 'rejected'])

export async function removeRow(
  tx: Tx,
  programmeId: number,
  { registration_contact_id }: RegistrationContact
): Promise<void> {
  await tx
    .deleteFrom('registration_contacts')
    .where(eb => eb.and({ programme_id: programmeId, registration_contact_id }))
    .execute()
}

/** By role, the primary contact first, then in the order of creation. */
export async function registrationContacts(
  database: Database,
  programmeId: number,
  registrationId: number,
  limit: number
): Promise<RegistrationContact[]> {
  const rows = await database
    .selectFrom('registration_contacts as c')
    .leftJoin('users as u', join => inProgramme(join, 'u', 'c', 'user_id'))
    .select([
      'c.registration_contact_id',
      'c.registration_id',
      'c.user_id',
      'c.contact_name',
      'c.email_address',
      'c.telephone',
      'c.contact_role',
      'c.is_primary',
      'u.status'
    ])
    .where(eb => eb.and({ 'c.programme_id': programmeId, 'c.registration_id': registrationId }))
    .orderBy('c.contact_role')
    .orderBy('c.is_primary', 'desc')
    .orderBy('c.registration_contact_id')
    .limit(limit)
    .execute()
  return rows.map(({ status, ...contact }) => ({
    ...contact,
    is_account_closed: status !== null && closed.has(status)
  }))
}

export async function endPrimary(
  tx: Tx,
  programmeId: number,
  registrationId: number,
  role: string
): Promise<void> {
  await tx
    .updateTable('registration_contacts')
    .set({ is_primary: false })
    .where(eb => eb.and({ programme_id: programmeId, registration_id: registrationId, contact_role: role }))
    .execute()
}

export async function makePrimary(tx: Tx, programmeId: number, contactId: number): Promise<void> {
  await tx
    .updateTable('registration_contacts')
    .set({ is_primary: true })
    .where(eb => eb.and({ programme_id: programmeId, registration_contact_id: contactId }))
    .execute()
}
