// Where a reader's figures of a period come from: a published edition, or what is entered now.

import type { OthersVisibleFrom, Visibility } from '#contract/projects.ts'
import { isStrict, seesOthersBeforePublication } from '#domain/disclosure/visibility.ts'
import { projectStatus } from '#domain/projects/project-status.ts'
import type { DisclosureReader } from '#server/auth/reader.ts'
import type { AnswerSource } from '#server/benchmarks/chart-data/answer-source.ts'

export const PERIOD_DATE_COLUMNS = [
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

interface Project {
  visibility: Visibility
  others_visible_from: OthersVisibleFrom
}

/**
 * Members of a named project see the edition; before the first one, complete sections, from the time that the project sets. Members of a strict
 * project see others only in the edition. Its admins see current answers, because corrections may be held back.
 */
export function periodSource(
  reader: DisclosureReader,
  project: Project,
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
