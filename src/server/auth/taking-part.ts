// SQL: which submissions count in figures, and which can be entered. A row `s` of submissions is tested.

import { sql, type RawBuilder } from 'kysely'

const hasRegistration = (programmeId: number | RawBuilder<unknown>, status: 'registered' | 'withdrawn') =>
  sql<boolean>`exists (
    select 1 from registrations r
    where r.programme_id = ${programmeId} and r.project_id = s.project_id and r.time_period_id = s.time_period_id
      and r.organisation_id = s.organisation_id and r.registration_status = ${status})`

/** Figures of organisations that have withdrawn are not compared (decision 0017). Imported ones count without a registration. */
export const hasNotWithdrawn = (programmeId: number | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`not ${hasRegistration(programmeId, 'withdrawn')}`

/** The same for one organisation's readers, who still see what they have entered after they have withdrawn. */
export const countsFor = (programmeId: number, organisationId: number | null): RawBuilder<boolean> =>
  sql<boolean>`(s.organisation_id = ${organisationId ?? 0} or ${hasNotWithdrawn(programmeId)})`

/** Who can enter answers, and is asked for them: a registered organisation that is in use, as in `lockReason`. */
export const takesPart = (programmeId: number): RawBuilder<boolean> =>
  sql<boolean>`(${hasRegistration(programmeId, 'registered')} and exists (
    select 1 from organisations o
    where o.programme_id = ${programmeId} and o.organisation_id = s.organisation_id and o.is_active))`
