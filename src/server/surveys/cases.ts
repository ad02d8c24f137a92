// Case codes with their reviewer and progress.

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { CaseCode } from '#contract/case-codes.ts'
import { completionPercent } from '#domain/answers/completion.ts'
import { formatCaseCode, normaliseCaseCode } from '#domain/people/case-code.ts'
import { DONE_STATUSES } from '#domain/questionnaires/section-work.ts'
import { likePattern } from '#server/database/like.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { requiredCells } from '#server/questionnaires/progress.ts'

export interface CaseScope {
  programmeId: number
  questionnaireId: number
  submissionId: number
}

interface CasePage {
  limit: number
  offset: number
  search?: string | undefined
}

/** SQL: a part of the code as it is stored, of the reviewer's name or of their address. */
export function matchesSearch(table: string, search: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`(${column('reviewer_name')} ilike ${likePattern(search.trim())}
    or ${column('reviewer_email_address')} ilike ${likePattern(search.trim())}
    or ${column('case_code')} like ${likePattern(normaliseCaseCode(search))})`
}

/** The codes of a questionnaire and submission in the order of creation; with `caseCodeIds`, only those. */
export async function readCases(
  database: Database,
  scope: CaseScope,
  page: CasePage,
  caseCodeIds?: readonly number[]
): Promise<CaseCode[]> {
  const codes = await readCodes(database, scope, page, caseCodeIds)
  const needed = await requiredBySection(database, scope)
  const progress = await progressByCase(database, scope)
  return codes.map(({ last_activity_at, ...code }) => ({
    ...code,
    case_code: formatCaseCode(code.case_code),
    last_activity_at: last_activity_at?.toISOString() ?? null,
    completion_percent:
      code.status === 'completed' ? 100 : percentOfCase(needed, progress.get(code.case_code_id) ?? [])
  }))
}

function readCodes(
  database: Database,
  { programmeId, questionnaireId, submissionId }: CaseScope,
  { limit, offset, search }: CasePage,
  ids?: readonly number[]
) {
  return database
    .selectFrom('case_codes as k')
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'k', 'submission_id'))
    .leftJoin('users as u', join =>
      inProgramme(join, 'u', 'k')
        .onRef('u.email_address', '=', 'k.reviewer_email_address')
        .onRef('u.organisation_id', '=', 's.organisation_id')
    )
    .select([
      'k.case_code_id',
      'k.case_code',
      'k.questionnaire_id',
      'k.submission_id',
      'k.reviewer_name',
      'k.reviewer_email_address'
    ])
    .select(['k.status', 'k.last_activity_at', 'u.user_id as reviewer_id'])
    .where('k.programme_id', '=', programmeId)
    .where('k.questionnaire_id', '=', questionnaireId)
    .where('k.submission_id', '=', submissionId)
    .$if(ids !== undefined, query => query.where('k.case_code_id', 'in', ids ?? []))
    .$if(search !== undefined, query => query.where(matchesSearch('k', search ?? '')))
    .orderBy('k.case_code_id')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** The number of required cells of each untouched section. */
async function requiredBySection(
  database: Database,
  { programmeId, questionnaireId }: CaseScope
): Promise<Map<number, number>> {
  const result = await sql<{ section_id: number; cells: number }>`
    select c.section_id, coalesce(n.cells, 0) as cells
    from sections c
    left join (${requiredCells(programmeId)}) n on n.section_id = c.section_id
    where c.programme_id = ${programmeId} and c.questionnaire_id = ${questionnaireId} and c.is_active`.execute(
    database
  )
  return new Map(result.rows.map(row => [row.section_id, row.cells]))
}

interface SectionProgress {
  section_id: number
  applicable_count: number
  answered_count: number
}

async function progressByCase(database: Database, scope: CaseScope): Promise<Map<number, SectionProgress[]>> {
  const rows = await database
    .selectFrom('section_submissions')
    .select(['case_code_id', 'section_id', 'applicable_count', 'answered_count'])
    .where(eb => eb.and({ programme_id: scope.programmeId, submission_id: scope.submissionId }))
    .where('case_code_id', '>', 0)
    .execute()
  return Map.groupBy(rows, row => row.case_code_id)
}

function percentOfCase(needed: ReadonlyMap<number, number>, progress: readonly SectionProgress[]): number {
  const counts = { applicable_count: 0, answered_count: 0 }
  for (const [sectionId, cells] of needed) {
    const section = progress.find(candidate => candidate.section_id === sectionId)
    counts.applicable_count += section?.applicable_count ?? cells
    counts.answered_count += section?.answered_count ?? 0
  }
  return completionPercent(counts, false)
}

/** The number of cells that a case has answered. */
export async function countCaseAnswers(
  database: Database,
  scope: CaseScope,
  caseCodeId: number
): Promise<number> {
  const row = await database
    .selectFrom('answers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('programme_id', '=', scope.programmeId)
    .where('submission_id', '=', scope.submissionId)
    .where('case_code_id', '=', caseCodeId)
    .where(eb =>
      eb.or([
        eb('value', 'is not', null),
        eb('is_not_applicable', '=', true),
        eb('is_not_available', '=', true)
      ])
    )
    .executeTakeFirstOrThrow()
  return row.count
}

/** Whether every section of a case was completed; a restored case is then complete again. */
export async function isCaseComplete(
  database: Database,
  scope: CaseScope,
  caseCodeId: number
): Promise<boolean> {
  const open = await database
    .selectFrom('sections as c')
    .leftJoin('section_submissions as s', join =>
      inProgramme(join, 's', 'c', 'section_id')
        .on('s.submission_id', '=', scope.submissionId)
        .on('s.case_code_id', '=', caseCodeId)
    )
    .select('c.section_id')
    .where('c.programme_id', '=', scope.programmeId)
    .where('c.questionnaire_id', '=', scope.questionnaireId)
    .where('c.is_active', '=', true)
    .where(eb => eb.or([eb('s.status', 'is', null), eb('s.status', 'not in', DONE_STATUSES)]))
    .limit(1)
    .executeTakeFirst()
  return open === undefined
}
