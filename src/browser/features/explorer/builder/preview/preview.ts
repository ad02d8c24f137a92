// Previews the draft for members, with a selected submission and peers.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { isOffered } from '#browser/api/offered.ts'
import { chartViewOf, type ChartView } from '#browser/charts/view/chart-view.ts'
import { noticeVersion } from '#browser/features/explorer/builder/chart-builder.ts'
import { appearanceOf, type ChartDraft } from '#browser/features/explorer/builder/draft/chart-draft.ts'
import { getChartData } from '#contract/chart-data.ts'
import { chartKind } from '#contract/chart-kinds.ts'
import { previewChart } from '#contract/chart-preview.ts'
import { listOutputTypes, type Chart } from '#contract/charts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { NOT_OFFERED } from '#contract/failures.ts'
import type { OutputName } from '#contract/output-names.ts'
import { err, mapResult, type Result } from '#lib/result.ts'

export interface ChartPreview {
  chartView: ChartView
  /** Null if the saved chart is shown instead of the draft. */
  submissionCount: number | null
  seriesCounts: ReplyOf<typeof previewChart>['series_counts']
}

export interface PreviewScope {
  projectId: number
  collectionId: number
  timePeriodId: number
  /** For a trend. */
  timePeriodIds: readonly number[]
  submissionId: number
  peerGroupIds: readonly number[]
  outputName: OutputName
  /** Null for a chart that is not saved yet. */
  chart: Pick<Chart, 'chart_id' | 'version'> | null
}

export const $preview = loadableStore<ChartPreview>()

/** The debounce before the chart is recalculated. */
const CHART_PREVIEW_DEBOUNCE_MS = 400

let scheduledBody = ''
let bodyTimer: ReturnType<typeof setTimeout> | undefined

/** Recalculates the draft, debounced. The last preview stays in the meantime. Equal requests are deduplicated. */
export function schedulePreview(draft: ChartDraft, scope: PreviewScope): void {
  const body = previewBody(draft, scope)
  // If the API has no previews of drafts, only a save changes what is shown.
  const key = JSON.stringify(isOffered(previewChart) ? body : scope)
  if (key === scheduledBody) return
  scheduledBody = key
  clearTimeout(bodyTimer)
  bodyTimer = setTimeout(() => void loadPreview(body), CHART_PREVIEW_DEBOUNCE_MS)
}

/** Recalculates, even if nothing has changed. */
export const refreshPreview = (draft: ChartDraft, scope: PreviewScope): Promise<void> =>
  loadPreview(previewBody(draft, scope))

const previewBody = (draft: ChartDraft, scope: PreviewScope) => ({
  project_id: scope.projectId,
  collection_id: scope.collectionId,
  time_period_id: scope.timePeriodId,
  time_period_ids: chartKind(scope.outputName).periods === 'all' ? scope.timePeriodIds.slice(0, 20) : [],
  submission_id: scope.submissionId,
  peer_group_ids: [...scope.peerGroupIds],
  output_name: scope.outputName,
  chart_id: scope.chart?.chart_id ?? null,
  ...appearanceOf(draft)
})

async function loadPreview(body: ReturnType<typeof previewBody>): Promise<void> {
  let version: number | undefined
  await $preview.load('preview', async () => {
    const result = await call(previewChart, { body })
    if (!isOffered(previewChart)) return readSavedChart(body)
    if (result.ok) version = result.value.stored?.version
    return mapResult(result, ({ chart_data, submission_count, series_counts }) => ({
      chartView: chartViewOf(chart_data, body.time_period_id),
      submissionCount: submission_count,
      seriesCounts: series_counts
    }))
  })
  if (version !== undefined) await noticeVersion(version)
}

/** Shows the saved chart if the API has no previews of drafts. */
async function readSavedChart({
  chart_id,
  output_name,
  ...scope
}: ReturnType<typeof previewBody>): Promise<Result<ChartPreview>> {
  if (chart_id === null) return err(NOT_OFFERED)
  const types = await call(listOutputTypes, { params: { id: chart_id } })
  if (!types.ok) return types
  const { project_id, time_period_id, time_period_ids, submission_id, peer_group_ids } = scope
  const data = await call(getChartData, {
    params: { a: chart_id, b: submission_id },
    query: { peerGroupId: peer_group_ids },
    body: {
      project_id,
      organisation_id: 0,
      time_period_id,
      time_period_ids,
      output_type_id: types.value.output_types.find(type => type.output_name === output_name)?.id ?? null
    }
  })
  return mapResult(data, value => ({
    chartView: chartViewOf(value, time_period_id),
    submissionCount: null,
    seriesCounts: []
  }))
}

export function resetPreview(): void {
  scheduledBody = ''
  clearTimeout(bodyTimer)
  $preview.reset()
}
