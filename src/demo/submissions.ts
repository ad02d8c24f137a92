import { insertRows } from '#server/database/bulk.ts'
import { seedContacts } from './contacts.ts'
import { daysBefore, type SeededOrganisation, type Seeding } from './seeding.ts'
import type { SeededProject, SeededTimePeriod } from './structure.ts'
import type { SeededUsers } from './users.ts'

/** A ward, library or service over the years. */
export interface SeededUnit {
  lineageId: number
  organisation: SeededOrganisation
  name: string
  code: string
  /** An option of the crowd's kind filter. */
  kind: string
  /** 1 is medium; figures grow with it. */
  size: number
  sizeName: string
  /** Its number in the demo accounts' organisation, from 0; null elsewhere. */
  ownNumber: number | null
}

export interface SeededSubmission {
  submissionId: number
  unit: SeededUnit
  timePeriod: SeededTimePeriod
  enteredAt: Date
}

const OWN_UNITS = 3
/** This many years ago and earlier, only a few members took part. */
const EARLY_YEARS = 3
/** How many days ago the newest answers were entered: later than those of a period that is being validated. */
const ENTERED_DAYS_AGO = { collection: 6, validation: 20 }
/** While registration was open in every project whose data collection has begun. */
const REGISTERED_DAYS_AGO = 95

/** Seeds the units of all organisations: three for that of the demo accounts, one or two for the others. */
export async function seedUnits(seeding: Seeding): Promise<SeededUnit[]> {
  const { tx, programmeId, crowd, random, organisations, kinds, sizes } = seeding
  const units: Omit<SeededUnit, 'lineageId' | 'code'>[] = []
  for (const [index, organisation] of organisations.entries()) {
    const count = index === 0 ? OWN_UNITS : random.chance(0.25) ? 2 : 1
    for (let number = 0; number < count; number++) {
      const kind = index === 0 ? (kinds[number % kinds.length] ?? '') : random.pick(kinds)
      const size = Math.exp(0.28 * random.normal())
      const sizeName = sizes[size < 0.84 ? 0 : size < 1.17 ? 1 : 2] ?? ''
      units.push({
        organisation,
        kind,
        size,
        sizeName,
        name: crowd.unitName(uncapitalise(kind), index + number),
        ownNumber: index === 0 ? number : null
      })
    }
  }
  const codes = random.shuffled(
    units.map((_, index) => `${crowd.kindFilter.charAt(0)}${String(index + 1).padStart(3, '0')}`)
  )
  const rows = units.map(unit => ({
    programme_id: programmeId,
    organisation_id: unit.organisation.organisationId
  }))
  const ids = await insertRows(tx, 'lineages', rows, 'lineage_id')
  return units.map((unit, index) => ({ ...unit, lineageId: ids[index] ?? 0, code: codes[index] ?? '' }))
}

/**
 * Seeds the submissions of a project in each period, with registrations and filter options. Those of imported periods are created by the import and
 * have no id here.
 */
export async function seedSubmissions(
  seeding: Seeding,
  project: SeededProject,
  units: readonly SeededUnit[],
  users: SeededUsers
): Promise<SeededSubmission[]> {
  const { tx, programmeId, crowd, random, now, optionId } = seeding
  const all: SeededSubmission[] = []
  for (const timePeriod of project.timePeriods) {
    // While registration is open, some have registered, but not the demo accounts' organisation.
    const isOpen = !project.hasOpened && timePeriod.yearsAgo === 0
    const isImporting = project.importedFrom !== null
    const share = isOpen ? 0.3 : isImporting ? 1 : timePeriod.yearsAgo < EARLY_YEARS ? 0.93 : 0.2
    const participants = units
      .slice(0, project.unitCount)
      .filter(unit => (unit.ownNumber === null ? random.chance(share) : !isOpen))
    const enteredAt = daysBefore(
      now,
      timePeriod.yearsAgo * 365 + ENTERED_DAYS_AGO[isImporting ? 'validation' : 'collection']
    )
    if (isImporting && timePeriod.yearsAgo > 0) {
      all.push(...participants.map(unit => ({ submissionId: 0, unit, timePeriod, enteredAt })))
      continue
    }
    const scopeOf = (unit: SeededUnit) =>
      project.scopeIds[unit.kind === 'Older people' ? project.scopeIds.length - 1 : 0]
    const rows = participants.map(unit => ({
      programme_id: programmeId,
      project_id: project.projectId,
      time_period_id: timePeriod.timePeriodId,
      organisation_id: unit.organisation.organisationId,
      scope_id: scopeOf(unit),
      lineage_id: unit.lineageId,
      submission_name: unit.name,
      submission_code: unit.code
    }))
    const ids = await insertRows(tx, 'submissions', rows, 'submission_id')
    const submissions = participants.map((unit, index) => ({
      submissionId: ids[index] ?? 0,
      unit,
      timePeriod,
      enteredAt
    }))
    await insertRows(
      tx,
      'submission_filter_options',
      submissions.flatMap(({ submissionId, unit }) =>
        unitOptions(unit, crowd.kindFilter).map(([filter, option]) => ({
          programme_id: programmeId,
          submission_id: submissionId,
          filter_option_id: optionId(filter, option)
        }))
      )
    )
    const registrationOf = await seedRegistrations(seeding, project, timePeriod, submissions, users)
    await insertRows(
      tx,
      'registration_submissions',
      submissions.map(({ submissionId, unit }) => ({
        programme_id: programmeId,
        registration_id: registrationOf.get(unit.organisation.organisationId),
        submission_id: submissionId,
        scope_id: scopeOf(unit)
      }))
    )
    all.push(...submissions)
  }
  await tx
    .updateTable('data_versions')
    .set({ version: now.getTime() })
    .where(eb => eb.and({ programme_id: programmeId, project_id: project.projectId }))
    .execute()
  return all
}

const unitOptions = (
  { organisation, sizeName, kind }: SeededUnit,
  kindFilter: string
): [string, string][] => [
  ['Region', organisation.region],
  ['Type', organisation.type],
  ['Size', sizeName],
  [kindFilter, kind]
]

const uncapitalise = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

async function seedRegistrations(
  seeding: Seeding,
  project: SeededProject,
  timePeriod: SeededTimePeriod,
  submissions: readonly SeededSubmission[],
  users: SeededUsers
): Promise<Map<number, number>> {
  const { tx, programmeId, now } = seeding
  const organisationIds = [...new Set(submissions.map(({ unit }) => unit.organisation.organisationId))]
  const registeredAt = daysBefore(now, timePeriod.yearsAgo * 365 + REGISTERED_DAYS_AGO).toISOString()
  const rows = organisationIds.map(organisationId => ({
    programme_id: programmeId,
    project_id: project.projectId,
    time_period_id: timePeriod.timePeriodId,
    organisation_id: organisationId,
    registration_status: 'registered',
    terms_accepted_at: registeredAt,
    updated_at: registeredAt
  }))
  const ids = await insertRows(tx, 'registrations', rows, 'registration_id')
  const ownIds = new Set(
    submissions
      .filter(({ unit }) => unit.ownNumber !== null)
      .map(({ unit }) => unit.organisation.organisationId)
  )
  const registered = organisationIds.map((organisationId, index) => ({
    registrationId: ids[index] ?? 0,
    organisationId,
    isOwn: ownIds.has(organisationId)
  }))
  await seedContacts(seeding, registered, users)
  await insertRows(
    tx,
    'registration_scopes',
    ids.flatMap(registration_id =>
      project.scopeIds.map(scope_id => ({ programme_id: programmeId, registration_id, scope_id }))
    )
  )
  return new Map(organisationIds.map((organisationId, index) => [organisationId, ids[index] ?? 0]))
}
