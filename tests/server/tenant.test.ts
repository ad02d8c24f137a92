// Nothing of one programme can be read or changed by another's superuser, whichever id of a call is foreign: generated from the contract.

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { minimalInput, type MinimalInput } from '#server/http/openapi/example.ts'
import { createKeyFor } from '#tests/support/api-keys.ts'
import { idFields } from '#tests/support/id-fields.ts'
import { allPlaces, placeOf, type Place } from '#tests/support/id-places.ts'
import { allEndpoints, sites, useServer, wards } from '#tests/support/server.ts'

const server = useServer()
const FOREIGN = 1
const OWN = 2
const UNKNOWN = 99_999_999

/** One id of each place for both programmes. */
const ids = new Map<string, number>()
const keyOf = ([table, column]: Place, programmeId: number): string => `${programmeId}.${table}.${column}`

beforeAll(async () => {
  for (const programme of [wards, sites]) await createKeyFor(server, await server.tokenOf('super', programme))
  for (const place of allPlaces) {
    const [table, column] = place
    for (const programmeId of [FOREIGN, OWN]) {
      const { rows } = await sql<{ id: number }>`select ${sql.ref(column)} as id from ${sql.table(table)}
        where programme_id = ${programmeId} order by 1 limit 1`.execute(server.database)
      if (rows[0]) ids.set(keyOf(place, programmeId), rows[0].id)
    }
  }
})

function idOf(endpoint: Endpoint, field: string, programmeId: number): number {
  const place = placeOf(endpoint, field)
  expect(place, `the table of ${field} in ${endpoint.path}: add it above`).toBeDefined()
  return ids.get(keyOf(place!, programmeId)) ?? UNKNOWN
}

/** What the shapes alone do not say. */
const additions: Record<string, Record<string, unknown>> = {
  createCaseCodes: { quantity: 1 },
  getChartData: { ignore_cache: true }
}

async function send(name: string, endpoint: Endpoint, { params, query, body }: MinimalInput) {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => String(params[field]))
  const search = new URLSearchParams()
  for (const [field, value] of Object.entries(query))
    for (const one of [value].flat()) search.append(field, String(one))
  const token = await server.tokenOf('super', sites)
  return server.send(endpoint.method, `${path}?${search}`, {
    token,
    ...(body && { body: { ...body, ...additions[name] } })
  })
}

/** Every row of the other programme, as one value. */
async function fingerprint(): Promise<Record<string, string | null>> {
  const tables = await sql<{
    name: string
  }>`select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'programme_id'`.execute(server.database)
  const found: Record<string, string | null> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      digest: string | null
    }>`select md5(string_agg(md5(t::text), '' order by md5(t::text))) as digest
      from ${sql.table(name)} t where programme_id = ${FOREIGN}`.execute(server.database)
    found[name] = rows[0]?.digest ?? null
  }
  return found
}

const hasKnownId = ([, endpoint]: (typeof allEndpoints)[number]): boolean =>
  endpoint.access !== 'open' && idFields(endpoint).some(field => placeOf(endpoint, field) !== undefined)

let before: Record<string, string | null>
beforeAll(async () => {
  before = await fingerprint()
})

describe.each(allEndpoints.filter(hasKnownId))('%s', (name, endpoint) => {
  const call = (idFor: (field: string) => number) => send(name, endpoint, minimalInput(endpoint, idFor))

  test('finds nothing where every id is foreign', async () => {
    const { status, body } = await call(field => idOf(endpoint, field, FOREIGN))
    // Decisions on many people are answered one by one.
    expect('failed' in body ? body['failed'] : status).toEqual(
      'failed' in body ? [expect.objectContaining({ detail: 'User not found.' })] : 404
    )
  })

  test.each(idFields(endpoint))('answers a foreign %s like one that does not exist', async foreign => {
    const callWith = (id: number) => call(field => (field === foreign ? id : idOf(endpoint, field, OWN)))
    const reply = await callWith(idOf(endpoint, foreign, FOREIGN))
    const unknown = await callWith(UNKNOWN)
    expect(reply.status).toBeLessThan(500)
    // A refusal may repeat the id that it was given; a day in it may have the same figures.
    const eitherId = new RegExp(`\\b(${idOf(endpoint, foreign, FOREIGN)}|${UNKNOWN})\\b`, 'g')
    const compared = ({ status, body }: typeof reply) => [
      status,
      { ...body, detail: body.detail?.replaceAll(eitherId, 'that id') }
    ]
    expect(compared(reply)).toEqual(compared(unknown))
    if (endpoint.method !== 'GET' && !endpoint.onlyReads)
      expect(reply.status < 400 && !('failed' in reply.body)).toBe(false)
  })
})

test('changes nothing in the other programme', async () => expect(await fingerprint()).toEqual(before))
