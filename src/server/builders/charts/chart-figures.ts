// What a chart may be calculated from.

import type { NewChartParameter } from '#contract/chart-parameters.ts'
import { holdsNumber } from '#domain/answers/question-types.ts'
import { CELL_FAULT, faultOfCell, NOT_NUMERIC } from '#domain/charts/chart-faults.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { requireFound, invalid } from '#server/http/api-error.ts'

type FigureCell = Pick<NewChartParameter, 'question_id' | 'row_id' | 'column_id'>

type FigureRole = FigureCell & Pick<NewChartParameter, 'parameter_role' | 'display_order'>

/**
 * Refuses the first parameter that a chart of the project cannot have: it is calculated from cells of its own project that hold numbers.
 * `present` are those that the chart has already; `at` stands before the field that is refused.
 */
export async function requireParameters(
  database: Database,
  programmeId: number,
  projectId: number,
  parameters: readonly NewChartParameter[],
  present: readonly FigureRole[] = [],
  at = (index: number): string => `chart_parameters.${index}.`
): Promise<void> {
  const known = await knownCells(database, programmeId, parameters)
  for (const [index, parameter] of parameters.entries()) {
    const question = requireFound(known.questions.get(parameter.question_id), 'question')
    if (question.project_id !== projectId)
      throw invalid(`${at(index)}question_id`, 'is a question of another project')
    if (!holdsNumber(question)) throw invalid(`${at(index)}question_id`, NOT_NUMERIC)
    if (!known.places.has(cellIdentity(parameter)))
      throw invalid(`${at(index)}row_id`, `and column_id: ${CELL_FAULT}`)
    const fault = faultOfCell([...present, ...parameters.slice(0, index)], parameter)
    if (fault) throw invalid(`${at(index)}${fault.field}`, fault.message)
  }
}

const cellIdentity = ({ question_id, row_id, column_id }: FigureCell): string =>
  `${question_id}/${row_id}/${column_id}`

/** The questions that the cells name, and their positions. */
async function knownCells(database: Database, programmeId: number, cells: readonly FigureCell[]) {
  // No question has the id 0, and an empty list is invalid SQL.
  const ids = [...new Set([0, ...cells.map(cell => cell.question_id)])]
  const questions = await database
    .selectFrom('questions')
    .select(['question_id', 'question_type', 'project_id'])
    .where('programme_id', '=', programmeId)
    .where('question_id', 'in', ids)
    .execute()
  const places = await database
    .selectFrom('question_memberships')
    .select(['question_id', 'row_id', 'column_id'])
    .where('programme_id', '=', programmeId)
    .where('question_id', 'in', ids)
    .execute()
  return {
    questions: new Map(questions.map(question => [question.question_id, question])),
    places: new Set(places.map(cellIdentity))
  }
}

/** Replaces all parameters of a chart at once, so that nobody is shown a half-changed one. */
export async function replaceParameters(
  tx: Tx,
  programmeId: number,
  { chart_id, project_id }: { chart_id: number; project_id: number },
  parameters: readonly NewChartParameter[]
): Promise<void> {
  await requireParameters(tx, programmeId, project_id, parameters)
  await tx
    .deleteFrom('chart_parameters')
    .where('programme_id', '=', programmeId)
    .where('chart_id', '=', chart_id)
    .execute()
  if (parameters.length === 0) return
  await tx
    .insertInto('chart_parameters')
    .values(parameters.map(parameter => ({ ...parameter, chart_id, programme_id: programmeId })))
    .execute()
}
