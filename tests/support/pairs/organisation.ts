// The stored rows of an organisation that takes part in its own project.

import { newUser, PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { periodNamed } from '#tests/support/seeded.ts'
import type { TestServer } from '#tests/support/server.ts'

const programme = { programme_id: PROGRAMME }

const daysFrom = ({ clock }: TestServer, days: number): Date =>
  new Date(clock.now.getTime() + days * 86_400_000)

/** A project whose newest period is open for registration and collection, and whose earlier one is published. */
async function project(server: TestServer, number: number) {
  const { database } = server
  const [time_period_id, earlier_period_id] = [
    await periodNamed(server, '2026'),
    await periodNamed(server, '2025')
  ]
  const { project_id } = await database
    .insertInto('projects')
    .values({
      ...programme,
      project_code: `pair-${number}`,
      project_name: `Pair ${number}`,
      summary: '',
      visibility: 'named',
      minimum_count: 5,
      explorer_types: JSON.stringify([{ explorer_type: 'results', label: 'Results' }]),
      display_order: 1000 + number
    })
    .returning('project_id')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('project_periods')
    .values(
      [time_period_id, earlier_period_id].map(id => ({
        ...programme,
        project_id,
        time_period_id: id,
        registration_opens_at: daysFrom(server, -60),
        registration_closes_at: daysFrom(server, 60),
        collection_opens_at: daysFrom(server, -30),
        collection_closes_at: daysFrom(server, id === time_period_id ? 60 : -1),
        published_at: id === time_period_id ? null : daysFrom(server, -1),
        closed_at: null
      }))
    )
    .execute()
  const scopes = await database
    .insertInto('scopes')
    .values(
      ['Wards', 'Clinics'].map(scope_name => ({
        ...programme,
        project_id,
        scope_name,
        scope_description: '',
        display_order: 1
      }))
    )
    .returning('scope_id')
    .execute()
  const scope_ids = [scopes[0]!.scope_id, scopes[1]!.scope_id] as const
  return { project_id, time_period_id, earlier_period_id, scope_ids }
}

type Place = { project_id: number; time_period_id: number; organisation_id: number }

async function registration(server: TestServer, place: Place, scopeIds: readonly number[]): Promise<number> {
  const { registration_id } = await server.database
    .insertInto('registrations')
    .values({
      ...programme,
      ...place,
      registration_status: 'registered',
      withdrawal_reason: null,
      terms_accepted_at: daysFrom(server, -20),
      updated_at: daysFrom(server, -20),
      updated_by_user_id: null
    })
    .returning('registration_id')
    .executeTakeFirstOrThrow()
  await server.database
    .insertInto('registration_scopes')
    .values(scopeIds.map(scope_id => ({ ...programme, registration_id, scope_id })))
    .execute()
  await server.database
    .insertInto('registration_contacts')
    .values(
      ['Lead', 'Data'].map(contact_role => ({
        ...programme,
        registration_id,
        user_id: null,
        contact_name: 'Rae Moss',
        email_address: `${contact_role.toLowerCase()}@pair${registration_id}.example`,
        telephone: '',
        contact_role,
        is_primary: true
      }))
    )
    .execute()
  return registration_id
}

async function submission(
  { database }: TestServer,
  place: Place,
  { registration_id, scope_id }: { registration_id: number; scope_id: number },
  submission_name: string
) {
  const { lineage_id } = await database
    .insertInto('lineages')
    .values({ ...programme, organisation_id: place.organisation_id })
    .returning('lineage_id')
    .executeTakeFirstOrThrow()
  const { submission_id } = await database
    .insertInto('submissions')
    .values({
      ...programme,
      ...place,
      scope_id,
      lineage_id,
      submission_name,
      submission_code: submission_name
    })
    .returning('submission_id')
    .executeTakeFirstOrThrow()
  const { registration_submission_id } = await database
    .insertInto('registration_submissions')
    .values({ ...programme, registration_id, submission_id, scope_id })
    .returning('registration_submission_id')
    .executeTakeFirstOrThrow()
  return { submission_id, registration_submission_id }
}

/** Registered, with two submissions and two people who enter data. */
export async function organisation(server: TestServer, number: number) {
  const { project_id, time_period_id, earlier_period_id, scope_ids } = await project(server, number)
  const { organisation_id } = await server.database
    .insertInto('organisations')
    .values({
      ...programme,
      organisation_name: `Pair ${number}`,
      organisation_code: `PAIR${number}`,
      organisation_type: '',
      region: '',
      tier: 1,
      is_active: true
    })
    .returning('organisation_id')
    .executeTakeFirstOrThrow()
  const place = { project_id, time_period_id, organisation_id }
  const registration_id = await registration(server, place, scope_ids)
  const registered = { registration_id, scope_id: scope_ids[0] }
  return {
    place,
    earlier_period_id,
    scope_ids,
    registration_id,
    ...(await submission(server, place, registered, 'Ward')),
    other_submission_id: (await submission(server, place, registered, 'Other')).submission_id,
    lead: await newUser(server, 'lead', { organisation_id }),
    contributor: await newUser(server, 'contributor', { organisation_id })
  }
}
