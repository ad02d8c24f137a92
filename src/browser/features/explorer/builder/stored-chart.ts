// The calls for a chart and its parts.

import { call } from '#browser/api/call.ts'
import { createChart, deleteChart } from '#contract/chart-builder.ts'
import { createChartGroupMemberships } from '#contract/chart-groups.ts'
import { listChartParameters } from '#contract/chart-parameters.ts'
import { getChart, getMetaData, type Chart } from '#contract/charts.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { versionBody, type ChartDraft, type StoredChart } from './draft/chart-draft.ts'
import { takesParameters } from './series/store-parameters.ts'

export interface Placement {
  projectId: number
  collectionId: number
  chartGroupId: number
  displayOrder: number
}

/** The chart's version comes first: whatever is read after it is of this version or a newer one, so that a save overwrites nothing unseen. */
export async function loadStored(chartId: number): Promise<Result<StoredChart>> {
  const chart = await call(getChart, { params: { id: chartId } })
  if (!chart.ok) return chart
  const [metaData, parameters] = await Promise.all([
    call(getMetaData, { query: { chart_id: chartId } }),
    call(listChartParameters, { query: { chart_id: chartId } })
  ])
  if (!metaData.ok) return metaData
  if (!parameters.ok) return parameters
  return ok({
    chart: chart.value,
    metaData: metaData.value,
    parameters: parameters.value.chart_parameters
  })
}

/** What is sent of a draft: with its figures where the API takes them with the chart. */
export function savedBody(draft: ChartDraft) {
  const { chart_parameters, ...body } = versionBody(draft)
  return takesParameters() ? { ...body, chart_parameters } : body
}

export async function createPlacedChart(
  draft: ChartDraft,
  placement: Placement | null
): Promise<Result<Chart>> {
  if (!placement) return err('The group of this chart is not known. Load the page again.')
  const { projectId, collectionId, chartGroupId, displayOrder } = placement
  const made = await call(createChart, {
    body: { project_id: projectId, collection_id: collectionId, ...savedBody(draft) }
  })
  if (!made.ok) return made
  const memberships = [
    { chart_group_id: chartGroupId, chart_id: made.value.chart_id, display_order: displayOrder }
  ]
  const placed = await call(createChartGroupMemberships, { body: { memberships } })
  // Without its group nobody would find it again.
  if (!placed.ok) await call(deleteChart, { params: { id: made.value.chart_id } })
  return placed.ok ? made : placed
}
