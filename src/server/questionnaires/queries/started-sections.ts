// Sections of a project's submissions with what is stored in them, read for many submissions at once.

import { sql } from 'kysely'
import type { EmptySectionReason } from '#contract/empty-section-reason.ts'
import type { CellValue, SectionStatus } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { UNANSWERED } from '#domain/answers/repeating.ts'
import { groupBy } from '#lib/group-by.ts'
import type { ProjectPeriodKey, SubmissionRecord } from '#server/auth/ownership.ts'
import { takesPart } from '#server/auth/taking-part.ts'
import type { Database } from '#server/database/schema.ts'
import { fillStructure } from '#server/questionnaires/content.ts'
import { type StoredCells } from '#server/questionnaires/stored-cells.ts'
import { cachedStructure } from '#server/questionnaires/structure-cache.ts'
import { windowsOf } from '#server/questionnaires/window.ts'

export interface JudgedSubmission extends SubmissionRecord {
  former_id: number | null
}

export interface FilledSection {
  questionnaire_id: number
  section_id: number
  status: SectionStatus
  empty_reason: EmptySectionReason | null
  subSections: ReturnType<typeof fillStructure>
}

/** Submissions of organisations that take part, each with the same unit's submission of the period before. */
export async function readJudgedSubmissions(
  database: Database,
  programmeId: number,
  { project_id, time_period_id }: ProjectPeriodKey
): Promise<JudgedSubmission[]> {
  const { rows } = await sql<JudgedSubmission>`
    select s.submission_id, s.submission_name, s.project_id, s.time_period_id, s.organisation_id, s.scope_id, s.lineage_id,
      (select p.submission_id from submissions p
        join time_periods t on t.programme_id = ${programmeId} and t.time_period_id = p.time_period_id
        where p.programme_id = ${programmeId} and p.project_id = s.project_id and p.lineage_id = s.lineage_id
          and t.starts_at < n.starts_at
        order by t.starts_at desc limit 1) as former_id
    from submissions s
    join time_periods n on n.programme_id = ${programmeId} and n.time_period_id = s.time_period_id
    join organisations o on o.programme_id = ${programmeId} and o.organisation_id = s.organisation_id
    where s.programme_id = ${programmeId} and s.project_id = ${project_id} and s.time_period_id = ${time_period_id}
      and ${takesPart(programmeId)}
    order by o.organisation_name, s.submission_name, s.submission_id`.execute(database)
  return rows
}

interface StoredBatch {
  cells: Map<
    number,
    { key: string; value: CellValue; is_not_applicable: boolean; is_not_available: boolean }[]
  >
  states: Map<string, Pick<FilledSection, 'status' | 'empty_reason'>>
}

export async function readBatch(
  database: Database,
  programmeId: number,
  batch: readonly JudgedSubmission[]
): Promise<StoredBatch> {
  const ids = batch.flatMap(({ submission_id, former_id }) => [submission_id, former_id ?? submission_id])
  const answers = await database
    .selectFrom('answers')
    .select(['submission_id', 'question_id', 'row_id', 'column_id', 'value'])
    .select(['is_not_applicable', 'is_not_available'])
    .where('programme_id', '=', programmeId)
    .where(sql<boolean>`submission_id = any(${ids}::bigint[])`)
    .where('case_code_id', '=', 0)
    .execute()
  const states = await database
    .selectFrom('section_submissions')
    .select(['submission_id', 'section_id', 'status', 'empty_reason'])
    .where('programme_id', '=', programmeId)
    .where(sql<boolean>`submission_id = any(${ids}::bigint[])`)
    .where('case_code_id', '=', 0)
    .execute()
  const cells = answers.map(({ submission_id, value, is_not_applicable, is_not_available, ...address }) => ({
    submission_id,
    key: cellKey(address),
    value,
    is_not_applicable,
    is_not_available
  }))
  return {
    cells: groupBy(cells, ({ submission_id }) => submission_id),
    states: new Map(states.map(row => [`${row.submission_id}:${row.section_id}`, row]))
  }
}

/** Reads the wanted sections of a submission, with the structures of each scope read once. */
export function sectionReader(database: Database, programmeId: number, projectPeriod: ProjectPeriodKey) {
  const windows = new Map<number | null, ReturnType<typeof readStructures>>()
  const readStructures = async (submission: JudgedSubmission) => {
    const all = await windowsOf(database, programmeId, projectPeriod, submission)
    const standard = all.filter(({ questionnaire_type }) => questionnaire_type === 'standard')
    if (standard.length === 0) return []
    const sections = await database
      .selectFrom('sections')
      .select(['questionnaire_id', 'section_id'])
      .where('programme_id', '=', programmeId)
      .where(
        'questionnaire_id',
        'in',
        standard.map(({ questionnaire_id }) => questionnaire_id)
      )
      .where('is_active', '=', true)
      .orderBy('display_order')
      .orderBy('section_id')
      .execute()
    const read = []
    for (const { questionnaire_id, version } of standard)
      for (const section of sections.filter(one => one.questionnaire_id === questionnaire_id)) {
        const key = { programmeId, questionnaireId: questionnaire_id, sectionId: section.section_id, version }
        read.push({ ...section, structure: await cachedStructure(database, key) })
      }
    return read
  }
  return async (
    submission: JudgedSubmission,
    stored: StoredBatch,
    isWanted: (section: Pick<FilledSection, 'section_id' | 'status'>) => boolean
  ): Promise<FilledSection[]> => {
    const reading = windows.get(submission.scope_id) ?? readStructures(submission)
    windows.set(submission.scope_id, reading)
    const content = storedCellsOf(submission, stored)
    return (await reading).flatMap(({ structure, ...section }) => {
      const state = stored.states.get(`${submission.submission_id}:${section.section_id}`)
      const { status, empty_reason } = state ?? { status: 'not_started', empty_reason: null }
      return isWanted({ ...section, status })
        ? [{ ...section, status, empty_reason, subSections: fillStructure(structure, content) }]
        : []
    })
  }
}

function storedCellsOf({ submission_id, former_id }: JudgedSubmission, { cells }: StoredBatch): StoredCells {
  const own = cells.get(submission_id) ?? []
  const former = former_id === null ? [] : (cells.get(former_id) ?? [])
  return {
    answers: new Map(own.map(({ key, ...answer }) => [key, { ...UNANSWERED, ...answer }])),
    previous: new Map(
      former.map(({ key, value }) => [key, { time_period_id: 0, time_period_name: '', value }])
    ),
    comments: new Map()
  }
}
