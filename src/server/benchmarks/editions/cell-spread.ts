// Others' answers in a cell, from the published edition of the period before, as one reader may see them.

import type { CellSpread } from '#contract/cell-spread.ts'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import { organisationCount } from '#domain/disclosure/blocks.ts'
import { disclosedSet, HELD_BACK, isUniform } from '#domain/disclosure/disclosure.ts'
import { averagesOf, pickEvenly, sortedValues } from '#domain/figures/statistics.ts'
import type { ProjectPeriodKey, SubmissionRecord } from '#server/auth/ownership.ts'
import {
  membersOfBlocks,
  publishedValues,
  type SubmissionCellValue
} from '#server/benchmarks/editions/cell-values.ts'
import { storedEditions } from '#server/benchmarks/editions/store.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'

/** More points than the strip has pixels are redundant. */
const MAX_VALUES = 500
/** The default for a question without decimal places. */
const DEFAULT_DECIMALS = 2

interface PeerScope {
  programmeId: number
  project: { project_id: number; minimum_count: number }
  /** Whether the reader is a member of a strict project, who gets only averages of others' figures. */
  isRestricted: boolean
}

/** Everyone's figures in one cell. */
interface PeerValues {
  values: SubmissionCellValue[]
  timePeriodName: string
  minimumCount: number
  isRestricted: boolean
}

/** Reads cells of the edition before a period. Null if nothing was published then. */
export async function peerReader(
  database: Database,
  { programmeId, project, isRestricted }: PeerScope,
  projectPeriod: ProjectPeriodKey
) {
  const published = await editionsBefore(database, programmeId, projectPeriod)
  if (!published) return null
  const { newest, first, time_period_name } = published
  const valuesIn = (editionId: number, address: CellAddress): Promise<SubmissionCellValue[]> =>
    publishedValues(database, programmeId, editionId, address)
  const restrictedValues = async (address: CellAddress): Promise<SubmissionCellValue[]> => {
    const members = await membersOfBlocks(database, programmeId, newest, address)
    // Corrections of what no chart counts wait for nobody, so that it stays as it was first published.
    return members
      ? (await valuesIn(newest, address)).filter(one => members.has(one.submissionId))
      : valuesIn(first, address)
  }
  return {
    read: async (address: CellAddress): Promise<PeerValues> => ({
      values: isRestricted ? await restrictedValues(address) : await valuesIn(newest, address),
      timePeriodName: time_period_name,
      minimumCount: project.minimum_count,
      isRestricted
    })
  }
}

/** The figures of a cell without those of the submission, or of its organisation. */
export function spreadFor(
  { values: everyone, timePeriodName: time_period_name, minimumCount, isRestricted }: PeerValues,
  submission: Pick<SubmissionRecord, 'organisation_id' | 'lineage_id'>,
  decimalPlaces: number | null
): CellSpread | null {
  const isOther = (one: SubmissionCellValue): boolean => one.organisationId !== submission.organisation_id
  // Without the organisation's other units: it knows their answers, so fewer figures would be unknown than n says. None answer as few do, so
  // that the reply does not tell which.
  if (isRestricted)
    return {
      time_period_name,
      ...restrictedSpread(everyone, isOther, minimumCount, decimalPlaces ?? DEFAULT_DECIMALS)
    }
  // As in a chart: everyone but the own unit.
  const others = everyone.filter(one => one.lineageId !== submission.lineage_id)
  if (others.length === 0) return null
  const values = sortedValues(others.map(one => one.value))
  const isSuppressed = organisationCount(others.filter(isOther)) < minimumCount
  const { n, minimum, Q1, Median, Q3, maximum } = averagesOf(isSuppressed ? [] : values)
  return {
    time_period_name,
    n: isSuppressed ? values.length : n,
    values: isSuppressed ? [] : pickEvenly(values, MAX_VALUES),
    minimum,
    Q1,
    Median,
    Q3,
    maximum,
    is_suppressed: isSuppressed
  }
}

function restrictedSpread(
  everyone: readonly SubmissionCellValue[],
  isOther: (one: SubmissionCellValue) => boolean,
  minimumCount: number,
  decimals: number
) {
  const others = everyone.filter(isOther)
  const isSuppressed =
    organisationCount(others) < minimumCount || isUniform(everyone, minimumCount, decimals, null)
  // A sum is not told here, nor a part of one that few organisations hold most of.
  const { n, Median, Q1, Q3 } = isSuppressed
    ? HELD_BACK
    : disclosedSet(others, minimumCount, decimals, { hasMean: false })
  return { n, values: [], minimum: null, Q1, Median, Q3, maximum: null, is_suppressed: isSuppressed }
}

/** The first and the newest edition of the project's period before the given one. */
async function editionsBefore(database: Database, programmeId: number, projectPeriod: ProjectPeriodKey) {
  const period = await database
    .selectFrom('project_periods as d')
    .innerJoin('time_periods as t', join => inProgramme(join, 't', 'd', 'time_period_id'))
    .select(['t.time_period_id', 't.time_period_name'])
    .where(eb => eb.and({ 'd.programme_id': programmeId, 'd.project_id': projectPeriod.project_id }))
    .where('t.starts_at', '<', query =>
      query
        .selectFrom('time_periods')
        .select('starts_at')
        .where(eb => eb.and({ programme_id: programmeId, time_period_id: projectPeriod.time_period_id }))
    )
    .orderBy('t.starts_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!period) return null
  const editions = await storedEditions(database, {
    programmeId,
    projectId: projectPeriod.project_id,
    timePeriodId: period.time_period_id
  })
  const [first, newest] = [editions.at(0), editions.at(-1)]
  if (!first || !newest) return null
  return {
    first: first.edition_id,
    newest: newest.edition_id,
    time_period_name: period.time_period_name
  }
}
