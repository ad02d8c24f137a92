// The draft as members would see it, for a submission and peers of one's choice.
import { atom } from 'nanostores'
import { call } from '#api/call.ts'
import { chartViewOf, type ChartView } from '#charts/chart-view.ts'
import { chartKind, type OutputName } from '#contract/chart-kinds.ts'
import { previewChart } from '#contract/chart-preview.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { reloading, settled, type Loadable } from '#lib/loadable.ts'
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

export const $preview = atom<Loadable<Preview>>({ state: 'loading' })

/** How long typing rests before the chart is calculated again. */
const DEBOUNCE_MS = 400

let newest = 0
let waiting: ReturnType<typeof setTimeout> | undefined

/** Calculates the draft as soon as typing rests. The last picture stays meanwhile; a reply to an earlier draft is ignored. */
export function schedulePreview(draft: ChartDraft, scope: PreviewScope, wait = DEBOUNCE_MS): void {
  const attempt = (newest += 1)
  clearTimeout(waiting)
  waiting = setTimeout(() => void load(draft, scope, attempt), wait)
}

async function load(draft: ChartDraft, scope: PreviewScope, attempt: number): Promise<void> {
  $preview.set(reloading($preview.get()))
  const result = await call(previewChart, {
    body: {
      project_id: scope.projectId,
      collection_id: scope.collectionId,
      time_period_id: scope.timePeriodId,
      time_period_ids: chartKind(scope.outputName).periods === 'all' ? scope.timePeriodIds.slice(0, 20) : [],
      submission_id: scope.submissionId,
      peer_group_ids: [...scope.peerGroupIds],
      output_name: scope.outputName,
      chart_id: scope.chartId,
      ...appearanceOf(draft)
    }
  })
  if (attempt !== newest) return
  $preview.set(
    settled(result, ({ chart_data, submission_count, series_counts }) => ({
      chartView: chartViewOf(chart_data, scope.timePeriodId),
      submissionCount: submission_count,
      seriesCounts: series_counts
    }))
  )
  if (result.ok && result.value.stored) await noticeVersion(result.value.stored.version)
}

export function resetPreview(): void {
  newest += 1
  clearTimeout(waiting)
  $preview.set({ state: 'loading' })
}
