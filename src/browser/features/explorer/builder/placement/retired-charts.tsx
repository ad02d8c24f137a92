import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'wouter'
import { closeModal, openModal } from '#browser/stores/modals.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { ErrorText } from '#browser/ui/notice.tsx'
import type { Chart } from '#contract/charts.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { formatAgo } from '#lib/time/format-distance.ts'
import { $placements, deleteChartForGood, restoreChart } from './placement.ts'

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
                openModal({
                  component: DeleteQuestion,
                  size: 'small',
                  props: { title: `Delete ${chart.chart_name}?`, chart }
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
  showToast(
    result.ok
      ? { text: `Members see ${chart.chart_name} again, in the same place as before.`, status: 'success' }
      : { text: failureText(result.error), status: 'error' }
  )
}

function DeleteQuestion({ chart }: { chart: Chart }) {
  const [error, setError] = useState('')
  const confirm = async () => {
    const result = await deleteChartForGood(chart)
    if (!result.ok) return setError(failureText(result.error))
    closeModal()
  }
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        This deletes its definition, its figures and its places in groups. You cannot undo this. Members’
        answers are kept.
      </p>
      <ErrorText>{error}</ErrorText>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={closeModal}>Cancel</Button>
        <Button kind="danger" onClick={confirm}>
          Delete chart
        </Button>
      </div>
    </div>
  )
}
