// The content of the side panel for one cell: its earlier values, and others' answers in the previous period.

import { sql } from 'kysely'
import type { Answer, CellDetails, PreviousAnswer, QuestionType } from '#contract/questionnaires.ts'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import { holdsNumber } from '#domain/answers/question-types.ts'
import { organisationCount } from '#domain/disclosure/blocks.ts'
import { disclosedSet, HELD_BACK, isUniform } from '#domain/disclosure/disclosure.ts'
import { averagesOf, pickEvenly, sortedValues } from '#domain/figures/statistics.ts'
import { requireProject, type SubmissionRecord } from '#server/auth/ownership.ts'
import { readerOf, type RestrictedReader } from '#server/auth/reader.ts'
import {
  membersOfBlocks,
  publishedValues,
  type SubmissionCellValue
} from '#server/benchmarks/editions/cell-values.ts'
import { storedEditions } from '#server/benchmarks/editions/store.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { requireFound } from '#server/http/api-error.ts'
import type { Caller, CallingUser } from '#server/http/caller.ts'
import { previousSubmission, type SectionContext } from './content.ts'
import { isCellOf } from './repeated.ts'
import { writtenBy } from './written-by.ts'

const MAX_HISTORY_ROWS = 50
/** More points than the strip has pixels are redundant. */
const MAX_VALUES = 500
/** The default for a question without decimal places. */
const DEFAULT_DECIMALS = 2

/** `cell` is question_id:row_id:column_id, in the section of `context`. */
export async function cellDetails(
  database: Database,
  caller: Caller,
  context: SectionContext,
  cell: string
): Promise<CellDetails> {
  const [question_id = 0, row_id = 0, column_id = 0] = cell.split(':').map(Number)
  const at = { question_id, row_id, column_id }
  const {
    question_type,
    is_repeating: isRepeating,
    decimal_places
  } = await requireSectionCell(database, context, at)
  // Respondents see only their own case.
  const isCompared = caller.kind === 'user' && !isRepeating && holdsNumber({ question_type })
  return {
    history: await cellHistory(database, context, at),
    spread: isCompared
      ? await spreadOf(database, caller, context, at, decimal_places ?? DEFAULT_DECIMALS)
      : null,
    // Last year's row 3 was about something else.
    ...(caller.kind === 'user' &&
      !isRepeating && { previous_answers: await previousAnswers(database, context, at) })
  }
}

const MAX_PREVIOUS_PERIODS = 2

async function previousAnswers(
  database: Database,
  { programmeId, submission }: SectionContext,
  { question_id, row_id, column_id }: CellAddress
): Promise<PreviousAnswer[]> {
  return database
    .selectFrom(previousSubmission(database, programmeId, submission).limit(MAX_PREVIOUS_PERIODS).as('p'))
    .leftJoin('answers as a', join =>
      join
        .onRef('a.submission_id', '=', 'p.submission_id')
        .on('a.programme_id', '=', programmeId)
        .on('a.question_id', '=', question_id)
        .on('a.row_id', '=', row_id)
        .on('a.column_id', '=', column_id)
        .on('a.case_code_id', '=', 0)
    )
    .select(['p.time_period_id', 'p.time_period_name', 'a.value'])
    .orderBy('p.starts_at', 'desc')
    .execute()
}

async function requireSectionCell(
  database: Database,
  { programmeId, sectionId }: SectionContext,
  address: CellAddress
): Promise<{ question_type: QuestionType; is_repeating: boolean; decimal_places: number | null }> {
  const row = await database
    .selectFrom('question_memberships as m')
    .innerJoin('sub_sections as t', join => inProgramme(join, 't', 'm', 'sub_section_id'))
    .innerJoin('questions as q', join => inProgramme(join, 'q', 'm', 'question_id'))
    .select(['q.question_type', 't.is_repeating', 'q.decimal_places'])
    .where('m.programme_id', '=', programmeId)
    .where('t.section_id', '=', sectionId)
    .where(isCellOf(address))
    .limit(1)
    .executeTakeFirst()
  return requireFound(row, 'cell in this section')
}

async function cellHistory(
  database: Database,
  { programmeId, submission, caseCodeId }: SectionContext,
  address: CellAddress
): Promise<CellDetails['history']> {
  const versions = (table: 'answers' | 'answer_versions') => sql`
    select version, value, is_not_applicable, is_not_available, updated_at, updated_by_user_id, source_author, source_time
    from ${sql.table(table)}
    where programme_id = ${programmeId} and submission_id = ${submission.submission_id} and question_id = ${address.question_id}
      and row_id = ${address.row_id} and column_id = ${address.column_id} and case_code_id = ${caseCodeId}`
  const result = await sql<
    Pick<Answer, 'version' | 'value' | 'is_not_applicable' | 'is_not_available'> &
      Parameters<typeof writtenBy>[0]
  >`
    select a.version, a.value, a.is_not_applicable, a.is_not_available, a.updated_at, a.source_author, a.source_time,
      u.first_name, u.last_name
    from (${versions('answers')} union all ${versions('answer_versions')}) a
    left join users u on u.programme_id = ${programmeId} and u.user_id = a.updated_by_user_id
    order by a.version desc
    limit ${MAX_HISTORY_ROWS}`.execute(database)
  return result.rows.map(({ version, value, is_not_applicable, is_not_available, ...written }) => ({
    version,
    value,
    is_not_applicable,
    is_not_available,
    ...writtenBy(written)
  }))
}

async function spreadOf(
  database: Database,
  caller: CallingUser,
  context: SectionContext,
  address: CellAddress,
  decimals: number
): Promise<CellDetails['spread']> {
  const { programmeId, submission } = context
  const published = await editionsBefore(database, programmeId, submission)
  if (!published) return null
  const { newest, first, time_period_name } = published
  const valuesIn = (editionId: number): Promise<SubmissionCellValue[]> =>
    publishedValues(database, programmeId, editionId, address)
  const isOther = (one: SubmissionCellValue): boolean => one.organisationId !== submission.organisation_id
  const project = await requireProject(database, programmeId, submission.project_id)
  const reader = readerOf(caller, project)
  if (reader.kind === 'restricted') {
    const members = await membersOfBlocks(database, programmeId, newest, address)
    // Corrections of what no chart counts wait for nobody, so that it stays as it was first published.
    const everyone = members
      ? (await valuesIn(newest)).filter(one => members.has(one.submissionId))
      : await valuesIn(first)
    // Without the organisation's other units: it knows their answers, so fewer figures would be unknown than n says. None answer as few do, so
    // that the reply does not tell which.
    return { time_period_name, ...restrictedSpread(everyone, isOther, reader, decimals) }
  }
  // As in a chart: everyone but the own unit.
  const others = (await valuesIn(newest)).filter(one => one.lineageId !== submission.lineage_id)
  if (others.length === 0) return null
  const values = sortedValues(others.map(one => one.value))
  const isSuppressed = organisationCount(others.filter(isOther)) < project.minimum_count
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

/** For a member of a strict project: only averages of others' figures. */
function restrictedSpread(
  everyone: readonly SubmissionCellValue[],
  isOther: (one: SubmissionCellValue) => boolean,
  { minimumCount }: RestrictedReader,
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

/** The first and the newest edition of the project's period before the submission's. */
async function editionsBefore(database: Database, programmeId: number, submission: SubmissionRecord) {
  const period = await database
    .selectFrom('project_periods as d')
    .innerJoin('time_periods as t', join => inProgramme(join, 't', 'd', 'time_period_id'))
    .select(['t.time_period_id', 't.time_period_name'])
    .where('d.programme_id', '=', programmeId)
    .where('d.project_id', '=', submission.project_id)
    .where('t.starts_at', '<', query =>
      query
        .selectFrom('time_periods')
        .select('starts_at')
        .where('programme_id', '=', programmeId)
        .where('time_period_id', '=', submission.time_period_id)
    )
    .orderBy('t.starts_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!period) return null
  const editions = await storedEditions(database, {
    programmeId,
    projectId: submission.project_id,
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
