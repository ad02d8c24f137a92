// Somebody else's id and one that does not exist are refused alike, whichever id of a call it is: generated from the contract.

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { hasAccess } from '#domain/people/roles.ts'
import { minimalInput, type MinimalInput } from '#server/http/openapi/example.ts'
import { idFields } from '#tests/support/id-fields.ts'
import { allPlaces, placeOf } from '#tests/support/id-places.ts'
import { allEndpoints, useServer } from '#tests/support/server.ts'

const server = useServer()
const UNKNOWN = 99_999_999
const LEAD = 3

/** How a row of a table belongs to an organisation; the rows of other tables belong to everyone. */
const owners: Record<string, string> = {
  users: 't.organisation_id',
  submissions: 't.organisation_id',
  registrations: 't.organisation_id',
  lineages:
    '(select s.organisation_id from submissions s where s.programme_id = 1 and s.lineage_id = t.lineage_id limit 1)',
  registration_contacts: ofRegistration(),
  registration_submissions: ofRegistration(),
  case_codes: ofSubmission(),
  comments: ofSubmission(),
  peer_groups: 't.organisation_id',
  peer_group_memberships:
    '(select g.organisation_id from peer_groups g where g.programme_id = 1 and g.peer_group_id = t.peer_group_id)'
}

function ofRegistration(): string {
  return '(select r.organisation_id from registrations r where r.programme_id = 1 and r.registration_id = t.registration_id)'
}
function ofSubmission(): string {
  return '(select s.organisation_id from submissions s where s.programme_id = 1 and s.submission_id = t.submission_id)'
}

const own = new Map<string, number>()
const foreign = new Map<string, number>()
let token = ''

beforeAll(async () => {
  const lead = await server.database
    .selectFrom('users')
    .selectAll()
    .where('programme_id', '=', 1)
    .where('email_address', '=', 'lead@wards.example')
    .executeTakeFirstOrThrow()
  const other = await server.database
    .selectFrom('registrations')
    .select('organisation_id')
    .where('programme_id', '=', 1)
    .where('organisation_id', '!=', lead.organisation_id ?? 0)
    .executeTakeFirstOrThrow()
  const { user_id: _, ...like } = lead
  const email_address = 'other-lead@wards.example'
  await server.database
    .insertInto('users')
    .values({ ...like, email_address, ...other })
    .execute()
  token = await server.tokenOfUser(email_address)
  for (const [table, column] of allPlaces) {
    const owner = owners[table]
    const idWhere = async (condition: string): Promise<number | undefined> => {
      const { rows } = await sql<{ id: number }>`select t.${sql.ref(column)} as id from ${sql.table(table)} t
        where t.programme_id = 1 and ${sql.raw(condition)} order by 1 limit 1`.execute(server.database)
      return rows[0]?.id
    }
    const mine = await idWhere(owner === undefined ? 'true' : `${owner} = ${other.organisation_id}`)
    if (mine !== undefined) own.set(table, mine)
    const theirs = owner && (await idWhere(`${owner} = ${lead.organisation_id}`))
    if (theirs) foreign.set(table, theirs)
  }
})

const isOwned = (endpoint: Endpoint, field: string): boolean =>
  (placeOf(endpoint, field)?.[0] ?? '') in owners

/** What the shapes alone do not say. */
const additions: Record<string, Record<string, unknown>> = {
  createCaseCodes: { quantity: 1 },
  deleteCaseCode: { confirm: false }
}

async function refusal(name: string, endpoint: Endpoint, { params, query, body }: MinimalInput, id: number) {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => String(params[field]))
  const search = new URLSearchParams()
  for (const [field, value] of Object.entries(query))
    for (const one of [value].flat()) search.append(field, String(one))
  const reply = await server.send(endpoint.method, `${path}?${search}`, {
    token,
    ...(body && { body: { ...body, ...additions[name] } })
  })
  return [reply.status, JSON.stringify(reply.body).replaceAll(String(id), 'the id')] as const
}

const cases = allEndpoints.flatMap(([name, endpoint]) =>
  endpoint.access === 'open' || endpoint.access === 'case_code' || hasAccess(LEAD, endpoint.access)
    ? idFields(endpoint)
        .filter(field => isOwned(endpoint, field))
        .map(field => [name, field, endpoint] as const)
    : []
)

test('has another owner’s row for every table with an owner', () => {
  expect([...foreign.keys()].toSorted()).toEqual(Object.keys(owners).toSorted())
})

describe('answers for another owner’s row as for an unknown one', () => {
  test.each(cases)('%s, %s', async (name, field, endpoint) => {
    const idOf = (id: number) => (other: string) => {
      const table = placeOf(endpoint, other)?.[0] ?? ''
      return other === field || other === field.replace(/s$/, '') ? id : (own.get(table) ?? UNKNOWN)
    }
    const theirs = foreign.get(placeOf(endpoint, field)![0])!
    const ofTheirs = await refusal(name, endpoint, minimalInput(endpoint, idOf(theirs)), theirs)
    expect(ofTheirs).toEqual(await refusal(name, endpoint, minimalInput(endpoint, idOf(UNKNOWN)), UNKNOWN))
  })
})
