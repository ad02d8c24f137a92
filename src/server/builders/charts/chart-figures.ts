// What a chart may be calculated from.

import type { NewChartParameter } from '#contract/chart-parameters.ts'
import { contentLimits } from '#contract/list-limits.ts'
import { faultOfCell, faultOfPlacedSource, type FigureSource } from '#domain/charts/chart-faults.ts'
import type { Database } from '#server/database/schema.ts'
import type { HeldStructure } from '#server/database/structure-lock.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { requireFound, invalid } from '#server/http/api-error.ts'

type FigureCell = Pick<NewChartParameter, 'question_id' | 'row_id' | 'column_id'>

type FigureRole = FigureCell & Pick<NewChartParameter, 'parameter_role' | 'display_order' | 'aggregate'>

/** Refuses the first parameter that `checkParameters` refuses. Locks what they are calculated from until they are written. */
export const requireParameters = (
  { tx, programmeId }: HeldStructure,
  ...checked: Parameters<typeof checkParameters> extends [Database, number, ...infer Rest] ? Rest : never
): Promise<void> => checkParameters(tx, programmeId, ...checked)

/**
 * Refuses the first parameter that a chart of the project cannot have: it is calculated from cells of its own project that hold
 * numbers, or from cases and rows.
 * `present` are those that the chart has already; `at` stands before the field that is refused.
 */
export async function checkParameters(
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
    const place = known.places.get(cellIdentity(parameter))
    const fault =
      faultOfPlacedSource(withOptionKeys(parameter), question, place) ??
      faultOfCell([...present, ...parameters.slice(0, index)], parameter)
    if (fault) throw invalid(`${at(index)}${fault.field}`, fault.message)
  }
}

/** A parameter with the options of its share as the rules for charts name them. */
export const withOptionKeys = <P extends Pick<NewChartParameter, 'parameter_role' | 'aggregate'>>({
  aggregate,
  ...parameter
}: P) => ({
  ...parameter,
  aggregate: aggregate && { kind: aggregate.kind, options: aggregate.option_ids }
})

export const cellIdentity = ({ question_id, row_id, column_id }: FigureCell): string =>
  `${question_id}/${row_id}/${column_id}`

/** The questions that the cells name, and their positions. */
export async function knownCells(
  database: Database,
  programmeId: number,
  cells: readonly Pick<FigureCell, 'question_id'>[]
) {
  // No question has the id 0, and an empty list is invalid SQL.
  const ids = [...new Set([0, ...cells.map(cell => cell.question_id)])]
  const questions = await database
    .selectFrom('questions')
    .select(['question_id', 'question_type', 'project_id'])
    .where('programme_id', '=', programmeId)
    .where('question_id', 'in', ids)
    .execute()
  const options = await database
    .selectFrom('question_options')
    .select(['question_id', 'option_id'])
    .where('programme_id', '=', programmeId)
    .where('question_id', 'in', ids)
    .execute()
  const places = await database
    .selectFrom('question_memberships as m')
    .innerJoin('sub_sections as t', join => inProgramme(join, 't', 'm', 'sub_section_id'))
    .innerJoin('sections as c', join => inProgramme(join, 'c', 't', 'section_id'))
    .innerJoin('questionnaires as n', join => inProgramme(join, 'n', 'c', 'questionnaire_id'))
    .select(['m.question_id', 'm.row_id', 'm.column_id', 't.is_repeating', 'n.questionnaire_type'])
    .where('m.programme_id', '=', programmeId)
    .where('m.question_id', 'in', ids)
    .execute()
  return {
    questions: new Map(
      questions.map(question => [
        question.question_id,
        {
          ...question,
          options: options.flatMap(one => (one.question_id === question.question_id ? [one.option_id] : []))
        }
      ])
    ),
    places: new Map(
      places.map((place): [string, FigureSource] => [
        cellIdentity(place),
        { isInSurvey: place.questionnaire_type === 'case', isRepeating: place.is_repeating }
      ])
    )
  }
}

export const parameterFields = [
  'chart_parameter_id',
  'chart_id',
  'parameter_name',
  'parameter_role',
  'question_id',
  'row_id',
  'column_id',
  'aggregate',
  'factor',
  'multiplier',
  'display_order'
] as const

export function selectParameters(database: Database, programmeId: number, chartId: number) {
  return database
    .selectFrom('chart_parameters')
    .select(parameterFields)
    .where(eb => eb.and({ programme_id: programmeId, chart_id: chartId }))
    .orderBy('display_order')
    .orderBy('chart_parameter_id')
    .limit(contentLimits.chart_parameters.most)
    .execute()
}

/** Replaces all parameters of a chart at once, so that nobody is shown a half-changed one. */
export async function replaceParameters(
  structure: HeldStructure,
  { chart_id, project_id }: { chart_id: number; project_id: number },
  parameters: readonly NewChartParameter[]
): Promise<void> {
  const { tx, programmeId } = structure
  await requireParameters(structure, project_id, parameters)
  await tx
    .deleteFrom('chart_parameters')
    .where(eb => eb.and({ programme_id: programmeId, chart_id }))
    .execute()
  if (parameters.length === 0) return
  await tx
    .insertInto('chart_parameters')
    .values(parameters.map(parameter => parameterRow(programmeId, { ...parameter, chart_id })))
    .execute()
}

/** A parameter as it is stored. */
export const parameterRow = <P extends NewChartParameter>(
  programmeId: number,
  { aggregate, ...parameter }: P
) => ({
  ...parameter,
  programme_id: programmeId,
  aggregate: aggregate && JSON.stringify(aggregate)
})
