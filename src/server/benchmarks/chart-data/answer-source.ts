// Which answers are read for charts, and how they leave the database: as columns of numbers.

import { sql, type RawBuilder } from 'kysely'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import type { Tally } from '#domain/figures/aggregates.ts'
import { countsFor, isInNextEdition } from '#server/auth/taking-part.ts'

/** The submissions whose answers are read: by period, of one organisation if it is given, and from editions. */
export interface AnswerSource {
  programmeId: number
  projectId: number
  /** The fewest cases that a figure of a submission may be about. */
  minimumCount: number
  /** The reader's organisation, whose sections need not be complete: people see where they stand while they enter figures. */
  ownId: number | null
  live: readonly { timePeriodId: number; organisationId: number | null }[]
  editionIds: readonly number[]
  /** Whether the figures are for the next edition. */
  isForEdition?: boolean
  /** Whether answers of accepted questionnaires alone are read, for an edition. */
  isAcceptedOnly?: boolean
}

/** The numbers of a cell, and who has skipped it or has none. */
export interface CellColumns extends CellAddress {
  /** What is counted of cases or rows; without it the cell's own numbers. */
  tally?: Tally
  submission_ids: readonly number[]
  numbers: readonly number[]
  skipped_ids: readonly number[]
  unavailable_ids: readonly number[]
  /** Of submissions with too few cases. */
  few_ids?: readonly number[]
  /** Of submissions whose section is not complete. */
  unfinished_ids?: readonly number[]
}

/** Cases and rows without an answer are not counted. */
export const NO_ANSWER_IDS = { skipped_ids: [], unavailable_ids: [] }

/** SQL: whether the cells of a row `c` of section_submissions count. Where something is not done or not recorded, they are missing, never 0. */
export const isReported = sql<boolean>`coalesce(c.empty_reason, 'none_happened') = 'none_happened'`

/** SQL: whether the questionnaire of a row `c` of section_submissions is accepted. */
export const isSectionAccepted = (programmeId: number): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from sections z
  join acceptances v on v.programme_id = z.programme_id and v.questionnaire_id = z.questionnaire_id
    and v.submission_id = c.submission_id and v.revoked_at is null
  where z.programme_id = ${programmeId} and z.section_id = c.section_id)`

/** Whether a submission `s` is among those of the periods. */
export const livePeriods = (
  { programmeId, ownId, isForEdition }: AnswerSource,
  live: AnswerSource['live']
): RawBuilder<boolean> =>
  live.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`((${sql.join(
        live.map(({ timePeriodId, organisationId }) =>
          organisationId === null
            ? sql`s.time_period_id = ${timePeriodId}`
            : sql`(s.time_period_id = ${timePeriodId} and s.organisation_id = ${organisationId})`
        ),
        sql` or `
      )}) and ${isForEdition ? isInNextEdition(programmeId) : countsFor(programmeId, ownId)})`
