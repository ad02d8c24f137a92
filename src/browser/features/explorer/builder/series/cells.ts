// The cells of the project that a chart can be built from, with unique names.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { isOffered } from '#browser/api/offered.ts'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { readQuestionnaireParts } from '#browser/stores/questionnaire-parts.ts'
import { listChartCells, type ChartCell } from '#contract/chart-parameters.ts'
import { listQuestionnaires, type SectionQuestions } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { holdsNumber } from '#domain/answers/question-types.ts'
import { numberDuplicateNames, type NamedCell } from '#domain/formulas/named-expression.ts'
import { groupBy } from '#lib/group-by.ts'
import { mapResult, ok, type Result } from '#lib/result.ts'

/** Its name is 'Vacant WTE · Band 6', preceded by its part of the questionnaire if it would be ambiguous. */
export interface NamedChartCell extends ChartCell, NamedCell {
  key: string
  /** Its part of the questionnaire. A survey is named, because its sections say little without it. */
  place: string
  isInGrid: boolean
  /** The same for all cells of a row of a grid; elsewhere each question is a row of its own. */
  rowKey: string
  rowName: string
}

export const $cells = loadableStore<NamedChartCell[]>()

export const loadCells = (scope: ProjectPeriod): Promise<void> =>
  $cells.load(String(scope.projectId), async () => mapResult(await readCells(scope), nameCells))

async function readCells(scope: ProjectPeriod): Promise<Result<ChartCell[]>> {
  const reply = await call(listChartCells, { query: { project_id: scope.projectId } })
  return isOffered(listChartCells)
    ? mapResult(reply, ({ chart_cells }) => chart_cells)
    : readCellsByParts(scope)
}

/** From the questions that are asked in the period, without retired ones. */
async function readCellsByParts(scope: ProjectPeriod): Promise<Result<ChartCell[]>> {
  const { projectId: project_id, timePeriodId: time_period_id } = scope
  const listed = await call(listQuestionnaires, { query: { project_id, time_period_id } })
  if (!listed.ok) return listed
  const cells: ChartCell[] = []
  for (const { questionnaire_id, questionnaire_name, questionnaire_type } of listed.value.questionnaires) {
    // A questionnaire of cases has many answers for each submission.
    if (questionnaire_type === 'case') continue
    const sections = await readQuestionnaireParts(questionnaire_id, scope)
    if (!sections.ok) return sections
    cells.push(...sections.value.flatMap(section => sectionCells(section, questionnaire_name)))
  }
  return ok(cells)
}

function sectionCells({ section, sub_sections }: SectionQuestions, questionnaire_name: string): ChartCell[] {
  // Rows that respondents add have no cell that every submission has.
  return sub_sections
    .filter(({ is_repeating }) => !is_repeating)
    .flatMap(({ sub_section_name, rows, columns, questions }) =>
      questions
        .filter(holdsNumber)
        .map(({ question_id, question_text, question_type, unit, row_id, column_id }) => ({
          question_type,
          aggregated_from: null,
          option_list: [],
          question_id,
          row_id,
          column_id,
          question_text,
          unit,
          row_name: rows.find(row => row.row_id === row_id)?.row_name ?? '',
          column_name: columns.find(column => column.column_id === column_id)?.column_name ?? '',
          sub_section_name,
          section_name: section.section_name,
          questionnaire_name,
          is_active: true
        }))
    )
}

/** In a grid, a row's only question is mostly named like the row. */
const shortName = ({ question_text, row_name, column_name }: ChartCell): string =>
  [...new Set([question_text, row_name, column_name])].filter(part => part !== '').join(' · ')

const placeOf = ({
  section_name,
  sub_section_name,
  questionnaire_name,
  aggregated_from
}: ChartCell): string =>
  aggregated_from === 'cases'
    ? `${questionnaire_name}, survey: ${section_name}`
    : `${section_name}, ${sub_section_name}`

function nameCells(cells: readonly ChartCell[]): NamedChartCell[] {
  const unique = [...new Map(cells.map(cell => [cellKey(cell), cell])).values()]
  const longer = [
    shortName,
    (cell: ChartCell) => `${cell.sub_section_name}: ${shortName(cell)}`,
    (cell: ChartCell) => `${cell.section_name}, ${cell.sub_section_name}: ${shortName(cell)}`
  ]
  const times = longer.map(nameOf => groupBy(unique.map(nameOf), name => name))
  return numberDuplicateNames(
    unique.map(cell => {
      const names = longer.map(nameOf => nameOf(cell))
      const name = names.find((one, index) => times[index]?.get(one)?.length === 1) ?? names.at(-1)!
      const { question_id, row_id, column_id, unit: hint } = cell
      const reference = { question_id, row_id, column_id }
      const isInGrid = row_id !== 0 && column_id !== 0
      const key = cellKey(cell)
      return {
        ...cell,
        key,
        place: placeOf(cell),
        isInGrid,
        rowKey: isInGrid ? `row ${row_id}` : key,
        rowName: isInGrid ? cell.row_name : shortName(cell),
        name: name.replaceAll(/[[\]]/g, ''),
        reference,
        options: [],
        hint
      }
    })
  )
}
