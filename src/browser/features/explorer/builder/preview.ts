// The draft as members would see it, for a submission and peers of one's choice.
import { call } from '#browser/api/call.ts'
import { chartViewOf, type ChartView } from '#browser/charts/view/chart-view.ts'
import { chartKind, type OutputName } from '#contract/chart-kinds.ts'
import { previewChart } from '#contract/chart-preview.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { loadableStore } from '#lib/loadable.ts'
import { mapResult } from '#lib/result.ts'
import { appearanceOf, type ChartDraft } from './chart-draft.ts'
import { noticeVersion } from './chart-builder.ts'

export interface Preview {
  chartView: ChartView
  submissionCount: number
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
  chartId: number | null
}

export const $preview = loadableStore<Preview>()

/** How long typing rests before the chart is calculated again. */
const DEBOUNCE_MS = 400

let scheduled = ''
let waiting: ReturnType<typeof setTimeout> | undefined

/** Calculates the draft as soon as typing rests. The last picture stays meanwhile. Asked twice for the same, it is calculated once. */
export function schedulePreview(draft: ChartDraft, scope: PreviewScope): void {
  const body = previewBody(draft, scope)
  const key = JSON.stringify(body)
  if (key === scheduled) return
  scheduled = key
  clearTimeout(waiting)
  waiting = setTimeout(() => void load(body), DEBOUNCE_MS)
}

/** Calculates it again, whatever was asked before. */
export const refreshPreview = (draft: ChartDraft, scope: PreviewScope): Promise<void> =>
  load(previewBody(draft, scope))

const previewBody = (draft: ChartDraft, scope: PreviewScope) => ({
  project_id: scope.projectId,
  collection_id: scope.collectionId,
  time_period_id: scope.timePeriodId,
  time_period_ids: chartKind(scope.outputName).periods === 'all' ? scope.timePeriodIds.slice(0, 20) : [],
  submission_id: scope.submissionId,
  peer_group_ids: [...scope.peerGroupIds],
  output_name: scope.outputName,
  chart_id: scope.chartId,
  ...appearanceOf(draft)
})

async function load(body: ReturnType<typeof previewBody>): Promise<void> {
  let version: number | undefined
  await $preview.load('preview', async () => {
    const result = await call(previewChart, { body })
    if (result.ok) version = result.value.stored?.version
    return mapResult(result, ({ chart_data, submission_count, series_counts }) => ({
      chartView: chartViewOf(chart_data, body.time_period_id),
      submissionCount: submission_count,
      seriesCounts: series_counts
    }))
  })
  if (version !== undefined) await noticeVersion(version)
}

export function resetPreview(): void {
  scheduled = ''
  clearTimeout(waiting)
  $preview.reset()
}
