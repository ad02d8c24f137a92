import { useStore } from '@nanostores/react'
import { Link } from 'wouter'
import { explainRestoring } from '#browser/features/explorer/builder/draft/draft-errors.ts'
import { askBefore } from '#browser/forms/question-dialog.tsx'
import { toastOutcome } from '#browser/stores/outcomes.ts'
import { Button } from '#browser/ui/button.tsx'
import type { Chart } from '#contract/charts.ts'
import { formatAgo } from '#lib/time/format-distance.ts'
import { $placements, deleteChartForGood, restoreChart, restoredText } from './placement.ts'

/** Retired charts of the project: each can be restored or permanently deleted. */
export function RetiredCharts({ pathOf }: { pathOf: (chartId: number) => string }) {
  const placements = useStore($placements)
  const retired =
    placements.state === 'ready' ? placements.value.charts.filter(chart => !chart.is_active) : []
  if (retired.length === 0) return null
  return (
    <section aria-labelledby="retired-charts" className="card mt-6">
      <h2 id="retired-charts" className="px-4 py-3 border-0 border-b border-solid border-line">
        Retired charts
      </h2>
      <ul className="m-0 p-0 list-none">
        {retired.map(chart => (
          <li
            key={chart.chart_id}
            className="flex flex-wrap items-center gap-2 px-4 py-2 border-0 border-b border-solid border-line last:border-b-0"
          >
            <Link href={pathOf(chart.chart_id)} className="flex-1 min-w-40 font-medium">
              {chart.chart_name}
            </Link>
            <span className="text-small text-ink-3">
              {chart.updated_at ? `${chart.updated_by ?? 'someone'}, ${formatAgo(chart.updated_at)}` : ''}
            </span>
            <Button size="s" aria-label={`Restore ${chart.chart_name}`} onClick={() => restoreNow(chart)}>
              Restore
            </Button>
            <Button
              size="s"
              kind="danger"
              aria-label={`Delete ${chart.chart_name}…`}
              onClick={() =>
                askBefore({
                  title: `Delete ${chart.chart_name}?`,
                  text: 'This deletes its definition, its figures and its places in groups. You cannot undo this. Members’ answers are kept.',
                  verb: 'Delete chart',
                  run: () => deleteChartForGood(chart)
                })
              }
            >
              Delete…
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

async function restoreNow(chart: Chart): Promise<void> {
  const result = await restoreChart(chart)
  toastOutcome(explainRestoring(result), restoredText(chart))
}
