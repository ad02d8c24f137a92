// The content of the side panel for one cell: its earlier values, and others' answers in the previous period.

import { sql } from 'kysely'
import type { Answer, CellDetails, PreviousAnswer, QuestionType } from '#contract/questionnaires.ts'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import { holdsNumber } from '#domain/answers/question-types.ts'
import { requireProject } from '#server/auth/ownership.ts'
import { readerOf } from '#server/auth/reader.ts'
import { peerReader, spreadFor } from '#server/benchmarks/editions/cell-spread.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { requireFound } from '#server/http/api-error.ts'
import type { Caller, CallingUser } from '#server/http/caller.ts'
import { isCellOf } from './repeated.ts'
import { previousSubmission, writtenBy, type SectionContext } from './stored-cells.ts'

const MAX_HISTORY_ROWS = 50

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
    spread: isCompared ? await spreadOf(database, caller, context, at, decimal_places) : null,
    // Last year's row 3 was about something else.
    ...(caller.kind === 'user' &&
      !isRepeating && { previous_answers: await previousAnswers(database, context, at) })
  }
}

async function spreadOf(
  database: Database,
  caller: CallingUser,
  { programmeId, submission }: SectionContext,
  address: CellAddress,
  decimalPlaces: number | null
): Promise<CellDetails['spread']> {
  const project = await requireProject(database, programmeId, submission.project_id)
  const isRestricted = readerOf(caller, project).kind === 'restricted'
  const peers = await peerReader(database, { programmeId, project, isRestricted }, submission)
  return peers && spreadFor(await peers.read(address), submission, decimalPlaces)
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
    .where(eb => eb.and({ 'm.programme_id': programmeId, 't.section_id': sectionId }))
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
