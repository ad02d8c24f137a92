// Account requests of an address that nobody has confirmed yet. Several people may have made them: each request has its own codes and
// its own data.

import { sql } from 'kysely'
import type { ConfirmedRegistration } from '#server/database/column-types.ts'
import type { Database, Tx } from '#server/database/schema.ts'

/** Requests that one mail lists, newest first. */
const MAX_REQUESTS = 10

interface Address {
  programmeId: number
  emailAddress: string
}

/** The requests of an unconfirmed address, each once, newest first. The same statements run for any address. */
export async function findOpenRequests(
  tx: Tx,
  { programmeId, emailAddress }: Address
): Promise<ConfirmedRegistration[]> {
  const { rows: requests } = await sql<{ data: ConfirmedRegistration }>`
    select c.confirms - 'password_hash' as data, max(c.expires_at) as newest
    from one_time_codes c join users u on u.programme_id = c.programme_id and u.user_id = c.user_id
    where c.programme_id = ${programmeId} and u.email_address = ${emailAddress}
      and u.status = 'email_unverified' and c.purpose = 'verify_email' and c.used_at is null and c.confirms is not null
    group by 1 order by newest desc limit ${MAX_REQUESTS}`.execute(tx)
  // Codes are deleted a month after they expire; the first request stays in the account's row.
  const { rows: firsts } = await sql<{ data: ConfirmedRegistration }>`
    select jsonb_build_object('organisation_id', u.organisation_id, 'first_name', u.first_name, 'last_name', u.last_name,
      'job_title', u.job_title, 'requested_organisation_name', u.requested_organisation_name) as data
    from users u
    where u.programme_id = ${programmeId} and u.email_address = ${emailAddress} and u.status = 'email_unverified'`.execute(
    tx
  )
  return (requests.length > 0 ? requests : firsts).map(({ data }) => data)
}

interface NamedOrganisation {
  organisation_id: number | null
  requested_organisation_name: string | null
}

/** The organisation of each request: that of the list, else the name that was typed; null if neither was given. */
export async function organisationNames(
  database: Database | Tx,
  programmeId: number,
  requests: readonly NamedOrganisation[]
): Promise<(string | null)[]> {
  const ids = requests.flatMap(({ organisation_id }) => organisation_id ?? [])
  const { rows } = await sql<{ organisation_id: number; organisation_name: string }>`
    select organisation_id, organisation_name from organisations
    where programme_id = ${programmeId} and organisation_id = any(${ids})`.execute(database)
  const names = new Map(rows.map(row => [row.organisation_id, row.organisation_name]))
  return requests.map(({ organisation_id, requested_organisation_name }) =>
    organisation_id === null ? requested_organisation_name : (names.get(organisation_id) ?? null)
  )
}
