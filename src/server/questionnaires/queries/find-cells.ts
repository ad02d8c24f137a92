// The cells of a project and period that rules ask about.

import type { QueryRule } from '#contract/queries.ts'
import type { Question } from '#contract/questionnaires.ts'
import { cellKey, cellAddress } from '#domain/answers/cell-address.ts'
import { completionOf, derivedFrom } from '#domain/answers/completion.ts'
import { holdsNumber } from '#domain/answers/question-types.ts'
import { isFoundBy, wasResolved } from '#domain/queries/query-rules.ts'
import { isQueryLive } from '#domain/queries/query-state.ts'
import { isSectionDone } from '#domain/questionnaires/section-work.ts'
import { chunksOf, groupBy } from '#lib/group-by.ts'
import type { ProjectPeriodKey } from '#server/auth/ownership.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { expectedReader, expectsPeers } from './expected.ts'
import { cellLocationKey, type CellLocation } from './named-cells.ts'
import {
  readBatch,
  readJudgedSubmissions,
  sectionReader,
  type FilledSection,
  type JudgedSubmission
} from './started-sections.ts'

const JUDGED_AT_ONCE = 50

interface FoundCell extends CellLocation {
  rules: QueryRule[]
}

interface FoundCells {
  found: FoundCell[]
  rule_counts: number[]
  checked_count: number
  resolved_count: number
  pending_count: number
}

/** By organisation and submission. Blank cells are searched in every section that was started, figures in those that are complete. */
export async function findCells(
  database: Database,
  programmeId: number,
  projectPeriod: ProjectPeriodKey,
  rules: readonly QueryRule[]
): Promise<FoundCells> {
  const known = await queriesByCell(database, programmeId, projectPeriod)
  const expected = await expectedReader(database, programmeId, projectPeriod)
  const sectionsOf = sectionReader(database, programmeId, projectPeriod)
  const result: FoundCells = {
    found: [],
    rule_counts: rules.map(() => 0),
    checked_count: 0,
    resolved_count: 0,
    pending_count: 0
  }
  for (const batch of chunksOf(
    await readJudgedSubmissions(database, programmeId, projectPeriod),
    JUDGED_AT_ONCE
  )) {
    const stored = await readBatch(database, programmeId, batch)
    for (const submission of batch) {
      const sections = await sectionsOf(submission, stored, ({ status }) => status !== 'not_started')
      if (sections.some(({ status }) => isSectionDone(status))) result.checked_count += 1
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
  const own = known.get(cellLocationKey(cell)) ?? []
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
function judgedQuestions({ status, empty_reason, subSections }: FilledSection) {
  const questions = subSections.flatMap(subSection => subSection.questions)
  const { hidden } = derivedFrom(questions)
  const left = new Set(
    completionOf(subSections).left.flatMap(cell =>
      // A section with nothing to report already says why its cells are blank.
      cell.reason === 'required' && empty_reason === null ? [cellKey(cell)] : []
    )
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

async function queriesByCell(database: Database, programmeId: number, projectPeriod: ProjectPeriodKey) {
  const rows = await database
    .selectFrom('queries as q')
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'q', 'submission_id'))
    .selectAll('q')
    .where('q.programme_id', '=', programmeId)
    .where('s.project_id', '=', projectPeriod.project_id)
    .where('s.time_period_id', '=', projectPeriod.time_period_id)
    .where('q.status', '!=', 'cancelled')
    .execute()
  return groupBy(rows, cellLocationKey)
}
