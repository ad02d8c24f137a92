// An organisation that took part in earlier years and has not yet registered for the project that is open for registration.

import { beforeEach } from 'vitest'
import { listScopes } from '#contract/project-texts.ts'
import { createRegistrationContact, listRegistrationContacts } from '#contract/registration-contacts.ts'
import {
  createRegistrationSubmission,
  listRegistrationSubmissions
} from '#contract/registration-submissions.ts'
import { createRegistration, updateRegistration } from '#contract/registrations.ts'
import { periodNamed, projectCoded } from './seeded.ts'
import { NOON, type TestServer } from './server.ts'

export const DAY = 86_400_000

interface Place {
  project_id: number
  time_period_id: number
  organisation_id: number
}

/** A lead's registration, with one call for each step. Every test starts before it. */
export function useRegistering(server: TestServer) {
  let place: Place
  let lead: string

  beforeEach(async () => {
    server.clock.now = NOON
    lead = await server.tokenOf('lead')
    place = {
      project_id: await projectCoded(server, 'ward-quality'),
      time_period_id: await periodNamed(server, '2026'),
      organisation_id: await organisationOf(server, 'lead@wards.example')
    }
    await forget(server, place)
  })

  const scopeIds = async (): Promise<number[]> => {
    const { body } = await server.call(listScopes, { query: { project_id: place.project_id } }, lead)
    return body.scopes.map(scope => scope.scope_id)
  }
  return {
    place: () => place,
    lead: () => lead,
    /** Logs in again for a new time, after the clock was changed. */
    async logInAgain(): Promise<void> {
      lead = await server.tokenOf('lead')
    },
    scopeIds,
    async begin(fields: { scope_ids?: number[]; terms_accepted?: boolean } = {}): Promise<number> {
      const { body } = await server.call(
        createRegistration,
        { body: { ...place, scope_ids: await scopeIds(), ...fields } },
        lead
      )
      return body.registration_id
    },
    change: (id: number, body: object, token = lead) =>
      server.call(updateRegistration, { params: { id }, body }, token),
    addContact: (
      registration_id: number,
      contact_role: string,
      name: string,
      fields: { is_primary?: boolean; user_id?: number; replaces_contact_id?: number } = {}
    ) => {
      const email_address = `${name.toLowerCase().replaceAll(' ', '.')}@wards.example`
      const body = { registration_id, contact_role, contact_name: name, email_address, ...fields }
      return server.call(createRegistrationContact, { body }, lead)
    },
    addSubmission: async (
      registration_id: number,
      fields: { submission_id?: number; submission_name?: string; lineage_id?: number }
    ) => {
      const [scope_id = 0] = await scopeIds()
      return server.call(
        createRegistrationSubmission,
        { body: { registration_id, scope_id, ...fields } },
        lead
      )
    },
    contactsOf: async (registration_id: number) =>
      (await server.call(listRegistrationContacts, { query: { registration_id } }, lead)).body
        .registration_contacts,
    submissionsOf: async (registration_id: number) =>
      (await server.call(listRegistrationSubmissions, { query: { registration_id } }, lead)).body
        .registration_submissions
  }
}

async function organisationOf({ database }: TestServer, emailAddress: string): Promise<number> {
  const user = await database
    .selectFrom('users')
    .select('organisation_id')
    .where('programme_id', '=', 1)
    .where('email_address', '=', emailAddress)
    .executeTakeFirstOrThrow()
  return user.organisation_id ?? 0
}

async function forget(
  { database }: TestServer,
  { project_id, time_period_id, organisation_id }: Place
): Promise<void> {
  const registrations = database
    .selectFrom('registrations')
    .select('registration_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', project_id)
    .where('time_period_id', '=', time_period_id)
    .where('organisation_id', '=', organisation_id)
  const submissions = database
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', project_id)
    .where('time_period_id', '=', time_period_id)
    .where('organisation_id', '=', organisation_id)
  for (const table of [
    'registration_submissions',
    'registration_contacts',
    'registration_scopes',
    'registrations'
  ] as const) {
    await database
      .deleteFrom(table)
      .where('programme_id', '=', 1)
      .where('registration_id', 'in', registrations)
      .execute()
  }
  for (const table of ['submission_filter_options', 'answers', 'submissions'] as const) {
    await database
      .deleteFrom(table)
      .where('programme_id', '=', 1)
      .where('submission_id', 'in', submissions)
      .execute()
  }
}
