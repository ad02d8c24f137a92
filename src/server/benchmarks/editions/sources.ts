// Where a reader's figures of a period come from: a published edition, or what is entered now.

import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { isStrict, seesOthersBeforePublication } from '#domain/disclosure/visibility.ts'
import { projectStatus } from '#domain/projects/project-status.ts'
import type { DisclosureReader, ProjectPromise } from '#server/auth/reader.ts'
import type { AnswerSource } from '#server/benchmarks/chart-data/answer-source.ts'
import type { Database } from '#server/database/schema.ts'

const PERIOD_DATE_COLUMNS = [
  'registration_opens_at',
  'registration_closes_at',
  'collection_opens_at',
  'collection_closes_at',
  'published_at',
  'closed_at'
] as const

export type PeriodDateRow = { time_period_id: number } & Record<
  (typeof PERIOD_DATE_COLUMNS)[number],
  Date | null
>

export interface EditionRow {
  edition_id: number
  time_period_id: number
  edition_number: number
  published_at: string
}

export interface PeriodSource {
  timePeriodId: number
  /** The newest edition of the period; null until its figures are published. */
  edition: EditionRow | null
  /** Those before it, the first one first: readers may have kept what they told. */
  earlierEditions: readonly EditionRow[]
  /** Whether others' figures come from it, from current answers, or are not read at all. */
  others: 'edition' | 'live' | 'hidden'
}

/**
 * Members of a named project see the edition; before the first one, complete sections, from the time that the project sets. Members of a strict
 * project see others only in the edition. Its admins see current answers, because corrections may be held back.
 */
export function periodSource(
  reader: DisclosureReader,
  project: ProjectPromise,
  timePeriodId: number,
  editions: readonly EditionRow[],
  dates: PeriodDateRow | undefined,
  now: Date
): PeriodSource {
  const ofPeriod = editions
    .filter(one => one.time_period_id === timePeriodId)
    .toSorted((a, b) => a.edition_number - b.edition_number)
  const [edition, earlierEditions] = [ofPeriod.at(-1) ?? null, ofPeriod.slice(0, -1)]
  const seesNow = (): boolean =>
    reader.kind === 'open' &&
    (reader.isAdmin ||
      (dates !== undefined &&
        seesOthersBeforePublication(project.others_visible_from, projectStatus(dates, now))))
  const others =
    edition !== null && !(reader.kind === 'open' && isStrict(project.visibility))
      ? 'edition'
      : seesNow()
        ? 'live'
        : 'hidden'
  return { timePeriodId, edition, earlierEditions, others }
}

/** Where the figures of one period come from. */
export async function sourceOfPeriod(
  database: Database,
  { programmeId, projectId, timePeriodId }: { programmeId: number; projectId: number; timePeriodId: number },
  reader: DisclosureReader,
  project: ProjectPromise,
  now: Date
): Promise<PeriodSource> {
  const row = await database
    .selectNoFrom([
      jsonArrayFrom(selectDates(database, programmeId, projectId)).as('dates'),
      jsonArrayFrom(selectEditions(database, programmeId, projectId)).as('editions')
    ])
    .executeTakeFirstOrThrow()
  const dates = row.dates.map(datesIn).find(period => period.time_period_id === timePeriodId)
  return periodSource(reader, project, timePeriodId, row.editions, dates, now)
}

export const selectDates = (database: Database, programmeId: number, projectId: number) =>
  database
    .selectFrom('project_periods')
    .select(['time_period_id', ...PERIOD_DATE_COLUMNS])
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId }))

export const selectEditions = (database: Database, programmeId: number, projectId: number) =>
  database
    .selectFrom('editions')
    .select(['edition_id', 'time_period_id', 'edition_number', 'published_at'])
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId }))

/** JSON has dates as strings. */
export function datesIn(
  row: { time_period_id: number } & Record<(typeof PERIOD_DATE_COLUMNS)[number], Date | string | null>
): PeriodDateRow {
  const dates = Object.fromEntries(
    PERIOD_DATE_COLUMNS.map(name => [name, row[name] === null ? null : new Date(row[name])])
  )
  return { time_period_id: row.time_period_id, ...dates } as PeriodDateRow
}

interface Scope {
  programmeId: number
  project: { project_id: number; minimum_count: number }
  sources: readonly PeriodSource[]
}

/** Everything that an open reader sees: in periods whose others are hidden, only the own organisation's. */
export const openSource = ({ programmeId, project, sources }: Scope, ownId: number | null): AnswerSource => ({
  programmeId,
  projectId: project.project_id,
  minimumCount: project.minimum_count,
  ownId,
  live: sources
    .filter(({ others }) => others !== 'edition')
    .map(({ timePeriodId, others }) => ({
      timePeriodId,
      organisationId: others === 'live' ? null : (ownId ?? 0)
    })),
  editionIds: editionIds(sources)
})

/** What a strict project has published. */
export const publishedSource = ({ programmeId, project, sources }: Scope): AnswerSource => ({
  programmeId,
  projectId: project.project_id,
  minimumCount: project.minimum_count,
  ownId: null,
  live: [],
  editionIds: editionIds(sources)
})

/** What the own organisation has entered. */
export const ownSource = ({ programmeId, project, sources }: Scope, ownId: number | null): AnswerSource => ({
  programmeId,
  projectId: project.project_id,
  minimumCount: project.minimum_count,
  ownId,
  live: sources.map(({ timePeriodId }) => ({ timePeriodId, organisationId: ownId ?? 0 })),
  editionIds: []
})

/** The same scope without the periods before the selected ones. */
export const ofSelectedPeriods = <T extends Scope & { timePeriods: readonly { time_period_id: number }[] }>(
  scope: T
): T => ({
  ...scope,
  sources: scope.sources.filter(source =>
    scope.timePeriods.some(period => period.time_period_id === source.timePeriodId)
  )
})

const editionIds = (sources: readonly PeriodSource[]): number[] =>
  sources.flatMap(({ edition, others }) =>
    edition !== null && others === 'edition' ? [edition.edition_id] : []
  )
