// What is stored of a section's cells: answers, those of the previous period, comments.

import { sql, type ShallowDehydrateObject } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Comment } from '#contract/comment.ts'
import type { Answer, Question } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { personName } from '#domain/people/full-name.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import type { SubmissionRecord } from '#server/auth/ownership.ts'
import { prepared } from '#server/database/connections/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { SubSectionStructure } from './structure.ts'

export interface SectionContext {
  programmeId: number
  submission: SubmissionRecord
  sectionId: number
  /** 0 outside case surveys. */
  caseCodeId: number
}

/** What is stored of a submission's cells, by the key of the cell. */
export interface StoredCells {
  answers: ReadonlyMap<string, Answer>
  previous: ReadonlyMap<string, NonNullable<Question['previous_answer']>>
  comments: ReadonlyMap<string, Comment[]>
}

/** What is stored of a section's cells, in one statement: each further one is a round trip while the section is locked. */
export function selectStoredCells(
  database: Database,
  { programmeId, submission, sectionId, caseCodeId }: SectionContext,
  structure: readonly SubSectionStructure[]
) {
  const questionIds = [
    ...new Set(structure.flatMap(subSection => subSection.questions.map(question => question.question_id)))
  ]
  const former = previousSubmission(database, programmeId, submission)
  return database
    .selectNoFrom([
      jsonArrayFrom(
        selectAnswers(database, programmeId, sectionId, questionIds).where(eb =>
          eb.and({ 'a.submission_id': submission.submission_id, 'a.case_code_id': caseCodeId })
        )
      ).as('answers'),
      jsonObjectFrom(former).as('before'),
      jsonArrayFrom(
        database
          .selectFrom('answers as a')
          .select(['a.question_id', 'a.row_id', 'a.column_id', 'a.value'])
          .where('a.programme_id', '=', programmeId)
          .where(isAmong('a.question_id', questionIds))
          .where('a.submission_id', '=', former.clearSelect().select('s.submission_id'))
          // A case code opens one submission only, so respondents do not see the one before.
          .where('a.case_code_id', '=', caseCodeId)
          .where('a.value', 'is not', null)
      ).as('previous'),
      jsonArrayFrom(
        selectComments(database, programmeId)
          .where(isAmong('c.question_id', questionIds))
          .where(eb => eb.and({ 'c.submission_id': submission.submission_id, 'c.case_code_id': caseCodeId }))
      ).as('comments')
    ])
    .modifyFront(prepared)
}

type StoredCellsRow = Awaited<ReturnType<ReturnType<typeof selectStoredCells>['executeTakeFirstOrThrow']>>

export function storedCellsIn({ answers, before, previous, comments }: StoredCellsRow): StoredCells {
  return {
    answers: new Map(answers.map(row => [cellKey(row), answerIn(row)])),
    previous: new Map(
      previous.flatMap(row => {
        if (before === null || row.value === null) return []
        const { time_period_id, time_period_name } = before
        return [[cellKey(row), { time_period_id, time_period_name, value: row.value }] as const]
      })
    ),
    comments: new Map(
      [...Map.groupBy(comments, cellKey)].map(([key, rows]) => [key, rows.map(commentIn)] as const)
    )
  }
}

const selectAnswers = (
  database: Database,
  programmeId: number,
  sectionId: number,
  questionIds: readonly number[]
) =>
  database
    .selectFrom('answers as a')
    .leftJoin('users as u', join => inProgramme(join, 'u', 'a', ['user_id', 'updated_by_user_id']))
    .leftJoin('section_submissions as s', join =>
      inProgramme(join, 's', 'a', 'submission_id')
        .onRef('s.case_code_id', '=', 'a.case_code_id')
        .on('s.section_id', '=', sectionId)
    )
    .select([
      'a.question_id',
      'a.row_id',
      'a.column_id',
      'a.value',
      'a.is_not_applicable',
      'a.is_not_available',
      'a.version',
      'a.updated_at',
      'a.updated_by_user_id',
      'a.source_author',
      'a.source_time',
      's.reopened_after_sign_off_at'
    ])
    .select(['u.first_name', 'u.last_name', 'u.role_type_id'])
    .where('a.programme_id', '=', programmeId)
    .where(isAmong('a.question_id', questionIds))

/** As one parameter: a section has dozens of questions, and each parameter of its own is parsed and planned. */
const isAmong = (column: string, ids: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`

type InJson<Query extends { execute(): Promise<object[]> }> = ShallowDehydrateObject<
  Awaited<ReturnType<Query['execute']>>[number]
>

const answerIn = (row: InJson<ReturnType<typeof selectAnswers>>): Answer => ({
  value: row.value,
  is_not_applicable: row.is_not_applicable,
  is_not_available: row.is_not_available,
  version: row.version,
  ...writtenBy({
    ...row,
    updated_at: new Date(row.updated_at),
    source_time: row.source_time === null ? null : new Date(row.source_time)
  }),
  updated_by_user_id: row.updated_by_user_id,
  is_changed_after_sign_off:
    row.reopened_after_sign_off_at !== null &&
    new Date(row.updated_at) >= new Date(row.reopened_after_sign_off_at) &&
    row.role_type_id !== null &&
    isAdminRole(row.role_type_id)
})

/** The same unit's submission in the project's previous period. */
export function previousSubmission(database: Database, programmeId: number, submission: SubmissionRecord) {
  return database
    .selectFrom('submissions as s')
    .innerJoin('time_periods as t', join => inProgramme(join, 't', 's', 'time_period_id'))
    .select(['s.submission_id', 't.time_period_id', 't.time_period_name', 't.starts_at'])
    .where('s.programme_id', '=', programmeId)
    .where('s.project_id', '=', submission.project_id)
    .where('s.lineage_id', '=', submission.lineage_id)
    .where('t.starts_at', '<', query =>
      query
        .selectFrom('time_periods')
        .select('starts_at')
        .where(eb => eb.and({ programme_id: programmeId, time_period_id: submission.time_period_id }))
    )
    .orderBy('t.starts_at', 'desc')
    .limit(1)
}

export const selectComments = (database: Database, programmeId: number) =>
  database
    .selectFrom('comments as c')
    .leftJoin('users as u', join => inProgramme(join, 'u', 'c', ['user_id', 'created_by_user_id']))
    .select([
      'c.comment_id',
      'c.comment_text',
      'c.created_at',
      'c.is_resolved',
      'c.parent_comment_id',
      'c.question_id',
      'c.row_id',
      'c.column_id'
    ])
    .select(['u.first_name', 'u.last_name'])
    .where('c.programme_id', '=', programmeId)
    .orderBy('c.comment_id')

type CommentRow = InJson<ReturnType<typeof selectComments>>

/** A comment in a reply; its time is a text where the row comes from JSON. */
export const commentIn = (row: Omit<CommentRow, 'created_at'> & { created_at: string | Date }): Comment => ({
  comment_id: row.comment_id,
  comment_text: row.comment_text,
  is_resolved: row.is_resolved,
  parent_comment_id: row.parent_comment_id,
  created_by: personName(row) ?? 'Respondent',
  created_at: new Date(row.created_at).toISOString()
})

interface SourcedRow {
  updated_at: Date
  first_name: string | null
  last_name: string | null
  /** Null unless the value was imported. */
  source_author: string | null
  source_time: Date | null
}

/** Who gave an answer, and when. Of an imported one, as its file says. */
export const writtenBy = ({
  source_author,
  source_time,
  updated_at,
  ...person
}: SourcedRow): Pick<Answer, 'updated_at' | 'updated_by' | 'is_imported'> =>
  source_author === null
    ? { updated_at: updated_at.toISOString(), updated_by: personName(person) }
    : { updated_at: source_time?.toISOString() ?? null, updated_by: source_author || null, is_imported: true }
