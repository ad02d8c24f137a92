import { insertRows } from '#server/database/bulk.ts'
import type { Seeding } from './seeding.ts'
import { personAt, type SeededUsers } from './users.ts'

interface SeededRegistration {
  registrationId: number
  organisationId: number
  /** Whether it belongs to the demo accounts' organisation. */
  isOwn: boolean
}

/** Seeds a lead and a data contact for each registration. In the demo accounts' organisation they are demo accounts. */
export async function seedContacts(
  { tx, programme, programmeId }: Seeding,
  registrations: readonly SeededRegistration[],
  users: SeededUsers
): Promise<void> {
  const rows = registrations.flatMap(({ registrationId, organisationId, isOwn }) => {
    const people = isOwn
      ? [
          { user_id: users.leadId, first: 'Amara', last: 'Okafor', account: 'lead' },
          { user_id: users.contributorId, first: 'Rolf', last: 'Lindqvist', account: 'contributor' }
        ]
      : [personAt(organisationId * 7), personAt(organisationId * 7 + 40)].map(person => ({
          ...person,
          user_id: null,
          account: `${person.first}.${person.last}.${organisationId}`
            .toLowerCase()
            .replaceAll(/[^a-z0-9.]/g, '')
        }))
    return people.map(({ user_id, first, last, account }, index) => ({
      programme_id: programmeId,
      registration_id: registrationId,
      user_id,
      contact_name: `${first} ${last}`,
      email_address: `${account}@${programme.code}.example`,
      telephone: `020 7946 0${100 + ((organisationId * 2 + index) % 900)}`,
      contact_role: index === 0 ? 'Lead' : 'Data',
      is_primary: true
    }))
  })
  await insertRows(tx, 'registration_contacts', rows)
}
