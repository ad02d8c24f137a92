// What a chart may be calculated from.
import type { NewChartParameter, ParameterRole } from '#contract/chart-parameters.ts'
import { holdsNumber } from '#domain/question-types.ts'
import type { Database, Tx } from '../database/schema.ts'
import { found, invalid } from '../http/api-error.ts'

type Cell = Pick<NewChartParameter, 'question_id' | 'row_id' | 'column_id'>

type Role = Cell & Pick<NewChartParameter, 'parameter_role' | 'display_order'>

const RATIO_ROLES = new Set<ParameterRole>(['numerator', 'denominator', 'standard_deviation'])
const isRatio = ({ parameter_role }: Role): boolean => RATIO_ROLES.has(parameter_role)

/** Parameters of one display_order make one series: of values that are added, or of a ratio. */
function requireUniformSeries(present: readonly Role[], added: Role, at: string): void {
  const series = present.filter(parameter => parameter.display_order === added.display_order)
  if (series.some(parameter => isRatio(parameter) !== isRatio(added))) {
    throw invalid(
      `${at}parameter_role`,
      'the series is made of values or of a numerator and a denominator, not of both'
    )
  }
  const isSame = (one: Role): boolean =>
    one.parameter_role === added.parameter_role &&
    one.question_id === added.question_id &&
    one.row_id === added.row_id &&
    one.column_id === added.column_id
  if (series.some(isSame)) throw invalid(`${at}question_id`, 'this cell is already in the series')
}

/**
 * Refuses the first parameter that a chart of the project cannot have: it is calculated from cells of its own project that hold numbers.
 * `present` are those that the chart has already; `at` stands before the field that is refused.
 */
export async function requireParameters(
  database: Database,
  programmeId: number,
  projectId: number,
  parameters: readonly NewChartParameter[],
  present: readonly Role[] = [],
  at = (index: number): string => `chart_parameters.${index}.`
): Promise<void> {
  const known = await knownCells(database, programmeId, parameters)
  for (const [index, parameter] of parameters.entries()) {
    const question = found(known.questions.get(parameter.question_id), 'question')
    if (question.project_id !== projectId)
      throw invalid(`${at(index)}question_id`, 'is a question of another project')
    if (!holdsNumber(question))
      throw invalid(`${at(index)}question_id`, 'is not a question with a numeric answer')
    if (!known.places.has(placeOf(parameter)))
      throw invalid(`${at(index)}row_id`, 'and column_id: the question is not in this cell')
    requireUniformSeries([...present, ...parameters.slice(0, index)], parameter, at(index))
  }
}

const placeOf = ({ question_id, row_id, column_id }: Cell): string => `${question_id}/${row_id}/${column_id}`

/** The questions that the cells name, and their positions. */
async function knownCells(database: Database, programmeId: number, cells: readonly Cell[]) {
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
    places: new Set(places.map(placeOf))
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
