// A chart's figures on an API of the specification alone, which takes them by calls of their own and not with the chart.

import { call } from '#browser/api/call.ts'
import { isOffered } from '#browser/api/offered.ts'
import {
  createChartParameter,
  deleteChartParameters,
  listChartCells,
  listChartParameters,
  type NewChartParameter
} from '#contract/chart-parameters.ts'
import { getChart, type Chart } from '#contract/charts.ts'
import type { Result } from '#lib/result.ts'

/** Whether the API takes figures with their chart, as one version. The builder has asked for the list of cells when it saves. */
export const takesParameters = (): boolean => isOffered(listChartCells)

const parameterKey = (parameter: NewChartParameter): string =>
  JSON.stringify([
    parameter.parameter_name,
    parameter.parameter_role,
    parameter.question_id,
    parameter.row_id ?? 0,
    parameter.column_id ?? 0,
    parameter.aggregate ?? null,
    parameter.factor ?? 1,
    parameter.multiplier ?? 1,
    parameter.display_order ?? 0
  ])

/**
 * Replaces the stored figures of a chart that differ. Others are removed first: if a call fails on the way, the chart lacks figures, and
 * counts none twice. Returns the chart with its version after that.
 */
export async function storeParameters(
  chart_id: number,
  parameters: readonly NewChartParameter[]
): Promise<Result<Chart>> {
  const stored = await call(listChartParameters, { query: { chart_id } })
  if (!stored.ok) return stored
  const wanted = new Map(parameters.map(parameter => [parameterKey(parameter), parameter]))
  const surplus = stored.value.chart_parameters.filter(one => !wanted.delete(parameterKey(one)))
  if (surplus.length > 0) {
    const chart_parameter_ids = surplus.map(one => one.chart_parameter_id)
    const removed = await call(deleteChartParameters, { body: { chart_parameter_ids } })
    if (!removed.ok) return removed
  }
  for (const parameter of wanted.values()) {
    const added = await call(createChartParameter, { body: { chart_id, ...parameter } })
    if (!added.ok) return added
  }
  return call(getChart, { params: { id: chart_id } })
}
