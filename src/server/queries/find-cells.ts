// The cells of a project and period that rules ask about.

import { sql } from 'kysely'
import type { QueryRule } from '#contract/queries.ts'
import type { CellValue, Question, SectionStatus } from '#contract/questionnaires.ts'
import { cellKey, cellAddress } from '#domain/answers/cell-address.ts'
import { completionOf, derivedFrom } from '#domain/answers/completion.ts'
import { holdsNumber } from '#domain/answers/question-types.ts'
import { UNANSWERED } from '#domain/answers/repeating.ts'
import { isFoundBy, wasResolved } from '#domain/queries/query-rules.ts'
import { isQueryLive } from '#domain/queries/query-state.ts'
import { isSectionDone } from '#domain/questionnaires/section-work.ts'
import { chunksOf, groupBy } from '#lib/group-by.ts'
import type { SubmissionRecord } from '#server/auth/ownership.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { fillStructure, type StoredCells } from '#server/questionnaires/content.ts'
import { cachedStructure } from '#server/questionnaires/structure-cache.ts'
import { windowsOf } from '#server/questionnaires/window.ts'
import { expectedReader, expectsPeers } from './expected.ts'
import { placeKey, type CellPlace } from './named-cells.ts'

const SUBMISSIONS_AT_ONCE = 50

interface FoundCell extends CellPlace {
  rules: QueryRule[]
}

interface FoundCells {
  found: FoundCell[]
  rule_counts: number[]
  complete_count: number
  resolved_count: number
  pending_count: number
}

type Place = Pick<SubmissionRecord, 'project_id' | 'time_period_id'>

interface JudgedSubmission extends SubmissionRecord {
  former_id: number | null
}

interface FilledSection {
  questionnaire_id: number
  section_id: number
  status: SectionStatus
  subSections: ReturnType<typeof fillStructure>
}

/** By organisation and submission. Blank cells are searched in every section that was started, figures in those that are complete. */
export async function findCells(
  database: Database,
  programmeId: number,
  place: Place,
  rules: readonly QueryRule[]
): Promise<FoundCells> {
  const known = await queriesByCell(database, programmeId, place)
  const expected = await expectedReader(database, programmeId, place)
  const sectionsOf = sectionReader(database, programmeId, place)
  const result: FoundCells = {
    found: [],
    rule_counts: rules.map(() => 0),
    complete_count: 0,
    resolved_count: 0,
    pending_count: 0
  }
  for (const batch of chunksOf(
    await registeredSubmissions(database, programmeId, place),
    SUBMISSIONS_AT_ONCE
  )) {
    const stored = await readBatch(database, programmeId, batch)
    for (const submission of batch) {
      const sections = await sectionsOf(submission, stored)
      if (sections.some(({ status }) => isSectionDone(status))) result.complete_count += 1
      for (const section of sections)
        for (const { question, isRequiredAndLeft, isFigure } of judgedQuestions(section)) {
          if (isFigure && expectsPeers(rules)) await expected.load(question)
          const judged = {
            answer: question.answer,
            isRequiredAndLeft,
            former: question.previous_answer?.value ?? null,
            spread: () => expected.spreadOf({ ...submission, ...question })
          }
          const isApplied = (rule: QueryRule): boolean =>
            (rule.rule_code === 'required_blank' || isFigure) && isFoundBy(rule, judged)
          const cell = { ...cellAddress(question), ...sectionPlace(section, submission) }
          addFound(result, { ...cell, rules: rules.filter(isApplied) }, rules, question, known)
        }
    }
  }
  return result
}

const sectionPlace = (
  { questionnaire_id, section_id }: FilledSection,
  { submission_id }: JudgedSubmission
) => ({ questionnaire_id, section_id, submission_id })

type KnownQueries = Awaited<ReturnType<typeof queriesByCell>>

function addFound(
  result: FoundCells,
  cell: FoundCell,
  rules: readonly QueryRule[],
  { answer }: Question,
  known: KnownQueries
): void {
  if (cell.rules.length === 0) return
  const own = known.get(placeKey(cell)) ?? []
  if (own.some(isQueryLive)) {
    result.pending_count += 1
    return
  }
  const asked = cell.rules.filter(rule => !wasResolved(rule, answer, own))
  if (asked.length === 0) {
    result.resolved_count += 1
    return
  }
  for (const rule of asked) result.rule_counts[rules.indexOf(rule)]! += 1
  result.found.push({ ...cell, rules: asked })
}

/** The questions of a section that a rule can ask about. Rows that people add are about something else each period. */
function judgedQuestions({ status, subSections }: FilledSection) {
  const questions = subSections.flatMap(subSection => subSection.questions)
  const { hidden } = derivedFrom(questions)
  const left = new Set(
    completionOf(subSections).left.flatMap(cell => (cell.reason === 'required' ? [cellKey(cell)] : []))
  )
  const repeated = new Set(
    subSections.flatMap(({ is_repeating, questions: own }) => (is_repeating ? own.map(cellKey) : []))
  )
  return questions
    .filter(question => !hidden.has(cellKey(question)))
    .map(question => ({
      question,
      isRequiredAndLeft: left.has(cellKey(question)),
      isFigure:
        isSectionDone(status) &&
        holdsNumber(question) &&
        !repeated.has(cellKey(question)) &&
        question.answer.value !== null
    }))
}

/** Submissions of registered organisations, each with the same unit's submission of the period before. */
async function registeredSubmissions(
  database: Database,
  programmeId: number,
  { project_id, time_period_id }: Place
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
    join organisations o on o.programme_id = ${programmeId} and o.organisation_id = s.organisation_id and o.is_active
    join registrations r on r.programme_id = ${programmeId} and r.organisation_id = s.organisation_id
      and r.project_id = s.project_id and r.time_period_id = s.time_period_id and r.registration_status = 'registered'
    where s.programme_id = ${programmeId} and s.project_id = ${project_id} and s.time_period_id = ${time_period_id}
    order by o.organisation_name, s.submission_name, s.submission_id`.execute(database)
  return rows
}

interface StoredBatch {
  cells: Map<
    number,
    { key: string; value: CellValue; is_not_applicable: boolean; is_not_available: boolean }[]
  >
  statuses: Map<string, SectionStatus>
}

async function readBatch(
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
    .select(['submission_id', 'section_id', 'status'])
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
    statuses: new Map(states.map(row => [`${row.submission_id}:${row.section_id}`, row.status]))
  }
}

/** Reads the started sections of a submission, with the structures of each scope read once. */
function sectionReader(database: Database, programmeId: number, place: Place) {
  const windows = new Map<number | null, ReturnType<typeof readStructures>>()
  const readStructures = async (submission: JudgedSubmission) => {
    const all = await windowsOf(database, programmeId, place, submission)
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
        read.push({ ...section, structure: await cachedStructure(database, database, key) })
      }
    return read
  }
  return async (submission: JudgedSubmission, stored: StoredBatch): Promise<FilledSection[]> => {
    const reading = windows.get(submission.scope_id) ?? readStructures(submission)
    windows.set(submission.scope_id, reading)
    const content = storedCellsOf(submission, stored)
    return (await reading).flatMap(({ structure, ...section }) => {
      const status = stored.statuses.get(`${submission.submission_id}:${section.section_id}`) ?? 'not_started'
      return status === 'not_started'
        ? []
        : [{ ...section, status, subSections: fillStructure(structure, content) }]
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

async function queriesByCell(database: Database, programmeId: number, place: Place) {
  const rows = await database
    .selectFrom('queries as q')
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'q', 'submission_id'))
    .selectAll('q')
    .where('q.programme_id', '=', programmeId)
    .where('s.project_id', '=', place.project_id)
    .where('s.time_period_id', '=', place.time_period_id)
    .where('q.status', '!=', 'cancelled')
    .execute()
  return groupBy(rows, placeKey)
}
