// A table for one browser test: a section that is added to a demo questionnaire and retired after the test.

import { listProjects } from '#contract/projects.ts'
import { createQuestionMembership } from '#contract/question-memberships.ts'
import {
  createSection,
  createSubSection,
  createSubSectionColumn,
  createSubSectionRow,
  updateSection
} from '#contract/questionnaire-builder.ts'
import { listQuestionnaires, listSections } from '#contract/questionnaires.ts'
import { createQuestion } from '#contract/questions.ts'
import { listSubmissions } from '#contract/submissions.ts'
import { listTimePeriods } from '#contract/time-periods.ts'
import { paths } from '#programme/paths.ts'
import type { Ask } from './entry.ts'

const PROJECT = 'ward-staffing'

export interface TableSize {
  rows: number
  columns: number
  /** Every cell has to be answered. */
  isRequired?: boolean
  /** Its cells are answered by yes or no instead of a number. */
  isYesNo?: boolean
  /** The questionnaire has no other section until the test ends, so that it can be signed off with this one. */
  isAlone?: boolean
}

export interface TestTable {
  /** Of its section and of its grid. */
  name: string
  path: string
  place: { questionnaireId: number; submissionId: number; sectionId: number }
  /** Names of its cells, row by row. */
  cells: string[]
  nameOf: (place: { row_id: number; column_id: number }) => string
  retire: () => Promise<void>
}

/** From 0 to 1000 is possible; above this a value is to be checked. */
export const USUAL_MOST = 900

let count = 0

/** Builds rows × columns cells for one question through the admin's calls. */
export async function buildTable(ask: Ask, programme_id: number, size: TableSize): Promise<TestTable> {
  const { project_id, questionnaire_id, submission_id } = await findPlace(ask, programme_id)
  const query = { submission_id }
  const others = size.isAlone
    ? (await ask(listSections, { params: { id: questionnaire_id }, query })).sections
    : []
  const showOthers = async (is_active: boolean): Promise<void> => {
    for (const { section_id: id } of others)
      await ask(updateSection, { params: { id }, body: { is_active } }, 'admin')
  }
  const name = `Night counts ${(count += 1)}`
  const { section_id } = await ask(createSection, { body: { questionnaire_id, section_name: name } }, 'admin')
  const grid = { section_id, sub_section_name: name, layout: 'grid' as const }
  const { sub_section_id } = await ask(createSubSection, { body: grid }, 'admin')
  const rules = size.isYesNo
    ? { question_type: 'yes_no' as const }
    : { question_type: 'integer' as const, min_value: 0, max_value: 1000, warn_max: USUAL_MOST }
  const { question_id } = await ask(
    createQuestion,
    { body: { project_id, question_text: name, ...rules } },
    'admin'
  )
  const rows = new Map<number, string>()
  const columns = new Map<number, string>()
  for (let row = 1; row <= size.rows; row++) {
    const body = { sub_section_id, row_name: `Night ${row}` }
    rows.set((await ask(createSubSectionRow, { body }, 'admin')).row_id, body.row_name)
  }
  for (let column = 1; column <= size.columns; column++) {
    const body = { sub_section_id, column_name: `Ward ${column}` }
    columns.set((await ask(createSubSectionColumn, { body }, 'admin')).column_id, body.column_name)
  }
  const places = [...rows.keys()].flatMap(row_id =>
    [...columns.keys()].map(column_id => ({ row_id, column_id }))
  )
  const placed = { sub_section_id, question_id, is_required: size.isRequired ?? false }
  for (const place of places) await ask(createQuestionMembership, { body: { ...placed, ...place } }, 'admin')
  await showOthers(false)
  const nameOf: TestTable['nameOf'] = ({ row_id, column_id }) =>
    `${rows.get(row_id)}, ${columns.get(column_id)}`
  return {
    name,
    path: paths.section(PROJECT, questionnaire_id, submission_id, section_id),
    place: { questionnaireId: questionnaire_id, submissionId: submission_id, sectionId: section_id },
    cells: places.map(nameOf),
    nameOf,
    retire: async () => {
      await ask(updateSection, { params: { id: section_id }, body: { is_active: false } }, 'admin')
      await showOthers(true)
    }
  }
}

async function findPlace(ask: Ask, programme_id: number) {
  const { time_periods } = await ask(listTimePeriods, { query: { programme_id } })
  const time_period_id = time_periods[0]?.time_period_id ?? 0
  const { projects } = await ask(listProjects, { query: { programme_id, time_period_id } })
  const project_id = projects.find(project => project.project_code === PROJECT)?.project_id ?? 0
  const query = { project_id, time_period_id }
  const { questionnaires } = await ask(listQuestionnaires, { query })
  const { submissions } = await ask(listSubmissions, { query })
  return {
    project_id,
    questionnaire_id: questionnaires[0]?.questionnaire_id ?? 0,
    submission_id: submissions.at(-1)?.id ?? 0
  }
}
