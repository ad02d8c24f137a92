import { holdsNumber } from '#domain/question-types.ts'
import { bumpChartVersion } from './chart-changes.ts'
import { setOutputTypes } from '../benchmarks/output-types.ts'
import type { Database, Tx } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { found, invalid, notFound } from '../http/api-error.ts'
import type { RouteOf } from '../http/route.ts'
import { lockChart } from './chart-builder.ts'

const PARAMETER_LIMIT = 1000

const parameterFields = [
  'chart_parameter_id',
  'chart_id',
  'parameter_name',
  'parameter_role',
  'question_id',
  'row_id',
  'column_id',
  'multiplier',
  'display_order'
] as const

export const listChartParameters: RouteOf<'listChartParameters'> = async (
  { query },
  { database, caller }
) => {
  const chart = await database
    .selectFrom('charts')
    .select('chart_id')
    .where('programme_id', '=', caller.programmeId)
    .where('chart_id', '=', query.chart_id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  found(chart, 'chart')
  return { chart_parameters: await parametersOf(database, caller.programmeId, query.chart_id) }
}

function parametersOf(database: Database, programmeId: number, chartId: number) {
  return database
    .selectFrom('chart_parameters')
    .select(parameterFields)
    .where('programme_id', '=', programmeId)
    .where('chart_id', '=', chartId)
    .orderBy('display_order')
    .orderBy('chart_parameter_id')
    .limit(PARAMETER_LIMIT)
    .execute()
}

export const createChartParameter: RouteOf<'createChartParameter'> = async ({ body }, { database, caller }) =>
  transaction(database, async tx => {
    const { programmeId } = caller
    const chart = await lockChart(tx, programmeId, body.chart_id)
    await requireCellOfProject(tx, programmeId, chart.project_id, body)
    const present = await parametersOf(tx, programmeId, body.chart_id)
    if (present.length >= PARAMETER_LIMIT)
      throw invalid('chart_id', `has ${PARAMETER_LIMIT} parameters, as many as possible`)
    requireUniformSeries(present, body)
    const parameter = await tx
      .insertInto('chart_parameters')
      .values({ ...body, programme_id: programmeId })
      .returning(parameterFields)
      .executeTakeFirstOrThrow()
    await changed(tx, programmeId, chart)
    return parameter
  })

interface Cell {
  question_id: number
  row_id: number
  column_id: number
}

/** A chart is calculated from cells of its own project that hold numbers. */
async function requireCellOfProject(
  tx: Tx,
  programmeId: number,
  projectId: number,
  cell: Cell
): Promise<void> {
  const question = await tx
    .selectFrom('questions')
    .select(['question_type', 'project_id'])
    .where('programme_id', '=', programmeId)
    .where('question_id', '=', cell.question_id)
    .executeTakeFirst()
  const { project_id, ...asked } = found(question, 'question')
  if (project_id !== projectId) throw invalid('question_id', 'is a question of another project')
  if (!holdsNumber(asked)) throw invalid('question_id', 'is not a question that is answered by a number')
  const place = await tx
    .selectFrom('question_memberships')
    .select('membership_id')
    .where('programme_id', '=', programmeId)
    .where('question_id', '=', cell.question_id)
    .where('row_id', '=', cell.row_id)
    .where('column_id', '=', cell.column_id)
    .limit(1)
    .executeTakeFirst()
  if (!place) throw invalid('row_id', 'and column_id: the question does not stand there')
}

interface Role extends Cell {
  parameter_role: 'value' | 'numerator' | 'denominator' | 'series'
  display_order: number
}

const isRatio = ({ parameter_role: role }: Role): boolean => role === 'numerator' || role === 'denominator'

/** Parameters of one display_order make one series: of values that are added, or of a ratio. */
function requireUniformSeries(present: readonly Role[], added: Role): void {
  const series = present.filter(parameter => parameter.display_order === added.display_order)
  if (series.some(parameter => isRatio(parameter) !== isRatio(added))) {
    throw invalid(
      'parameter_role',
      'the series is made of values or of a numerator and a denominator, not of both'
    )
  }
  const isSame = (one: Role): boolean =>
    one.parameter_role === added.parameter_role &&
    one.question_id === added.question_id &&
    one.row_id === added.row_id &&
    one.column_id === added.column_id
  if (series.some(isSame)) throw invalid('question_id', 'this cell is in the series already')
}

export const deleteChartParameters: RouteOf<'deleteChartParameters'> = async (
  { body },
  { database, caller }
) =>
  transaction(database, async tx => {
    const { programmeId } = caller
    const ids = [...new Set(body.chart_parameter_ids)]
    const rows = await tx
      .deleteFrom('chart_parameters')
      .where('programme_id', '=', programmeId)
      .where('chart_parameter_id', 'in', ids)
      .returning(['chart_parameter_id', 'chart_id'])
      .execute()
    // All of them or none: the transaction takes back what was found.
    if (rows.length < ids.length) throw notFound('chart parameter')
    for (const chartId of new Set(rows.map(row => row.chart_id)))
      await changed(tx, programmeId, await lockChart(tx, programmeId, chartId))
    return { chart_parameter_ids: ids }
  })

/** Changed parameters are a new version of the chart: an edit based on the old version is refused. */
async function changed(
  tx: Tx,
  programmeId: number,
  chart: { chart_id: number; project_id: number }
): Promise<void> {
  await setOutputTypes(tx, programmeId, [chart.chart_id])
  await tx
    .updateTable('charts')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('programme_id', '=', programmeId)
    .where('chart_id', '=', chart.chart_id)
    .execute()
  await bumpChartVersion(tx, programmeId, chart.project_id)
}
