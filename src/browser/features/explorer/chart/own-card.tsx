import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { formatDifference } from '#browser/charts/labels/measure.ts'
import { VerdictLabel } from '#browser/charts/marks/verdict-mark.tsx'
import { ownFigures, ownPeriodSummary, shownChange } from '#browser/charts/own-figures.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { TERM_MEANINGS, trendWord } from '#browser/charts/words/claims.ts'
import { seriesReferredTo } from '#browser/charts/words/sentence.ts'
import { previousPeriodName } from '#browser/features/explorer/overview/overview-row.ts'
import { $timePeriods } from '#browser/stores/time-periods.ts'
import { Button } from '#browser/ui/button.tsx'
import { Card } from '#browser/ui/card.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { ArrowDown, ArrowUp, Minus } from '#browser/ui/icons/chart-icon-paths.ts'
import { Late } from '#browser/ui/late.tsx'
import { Pill } from '#browser/ui/pill.tsx'
import { Tooltip } from '#browser/ui/popover/tooltip.tsx'
import { SkeletonLines, HeadingSkeleton } from '#browser/ui/skeleton.tsx'
import type { MetaData } from '#contract/charts.ts'
import { quarterSide } from '#domain/figures/claims.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { chartTools } from './chart-tools-chunk.ts'
import { closeWhatIf, openWhatIf, useWhatIf } from './what-if/what-if.ts'

/** The own figures beside the chart, for the same comparison as its sentence. */
export function OwnCard({ chartView, metaData }: { chartView: ChartView | null; metaData: MetaData | null }) {
  const supposing = useWhatIf(chartView)
  // A supposition ends with the page.
  useEffect(() => closeWhatIf, [])
  if (!chartView) {
    return (
      <Card title={<HeadingSkeleton className="h-5 w-32" />}>
        <div className="p-4">
          <SkeletonLines lines={6} label="Loading figures" />
        </div>
      </Card>
    )
  }
  const { own, standing } = chartView
  const open = supposing?.open
  return (
    <Card
      title={[own?.name ?? withTerms('No {submission} chosen'), seriesReferredTo(chartView)]
        .filter(Boolean)
        .join(', ')}
    >
      {open ? (
        <Late code={chartTools}>
          {({ WhatIfFigures }) => <WhatIfFigures chartView={chartView} metaData={metaData} whatIf={open} />}
        </Late>
      ) : standing ? (
        <dl className="grid gap-y-2 py-3 px-4 text-small">
          <StandingRows chartView={chartView} />
          <ChangeRow chartView={chartView} />
        </dl>
      ) : (
        <p className="p-4 text-small text-ink-2">{absenceText(chartView)}</p>
      )}
      {supposing !== null && (
        <WhatIfOpener isOpen={supposing.open !== null} onPress={() => openWhatIf(chartView)} />
      )}
    </Card>
  )
}

/** Takes the focus back when the what-if is closed. */
function WhatIfOpener({ isOpen, onPress }: { isOpen: boolean; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useLayoutEffect(() => {
    if (wasOpen.current && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (isOpen) return null
  return (
    <p className="print:hidden px-4 py-3 border-0 border-t border-solid border-line">
      <Button ref={button} size="s" className="w-full" onClick={onPress}>
        What if…
      </Button>
    </p>
  )
}

function absenceText({ own, period }: ChartView): string {
  if (!own) return withTerms('Choose {a submission} above to see its position.')
  if (own.isHeldBack) return `The value is not shown: ${own.reason ?? 'too few cases'}.`
  return `There is no value for ${period.time_period_name}. It comes from the questionnaires of this period.`
}

/** `meaning` explains the term in a tooltip. */
function OwnCardLine({
  term,
  meaning,
  children
}: {
  term: string
  meaning?: string | undefined
  children: ReactNode
}) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="min-w-0 text-ink-2">
        {meaning === undefined ? (
          term
        ) : (
          <Tooltip html={meaning}>
            {explanationId => (
              <button
                type="button"
                aria-describedby={explanationId}
                className="reach text-left underline decoration-dotted decoration-line-strong underline-offset-3 cursor-help"
              >
                {term}
              </button>
            )}
          </Tooltip>
        )}
      </dt>
      <dd className="flex-none max-w-2/3 num">{children}</dd>
    </div>
  )
}

function StandingRows({ chartView }: { chartView: ChartView }) {
  const { standing, measure } = chartView
  return ownFigures(chartView).map(({ key, term, text }) => (
    <OwnCardLine key={key} term={term} meaning={TERM_MEANINGS[key]}>
      {key === 'verdict' && chartView.own?.verdict ? (
        <VerdictLabel given={chartView.own.verdict} />
      ) : key === 'quarter' && standing?.quarter ? (
        <Pill tone={quarterSide(standing.quarter, measure.direction) === 'better' ? 'brand' : 'neutral'}>
          {text}
        </Pill>
      ) : (
        <span className={key === 'value' ? 'font-semibold' : ''}>{text}</span>
      )}
    </OwnCardLine>
  ))
}

const ownTones = { better: 'text-ok', worse: 'text-bad', same: 'text-ink-3', unknown: 'text-ink-2' }

function ChangeRow({ chartView }: { chartView: ChartView }) {
  const periods = useStore($timePeriods)
  const summary = ownPeriodSummary(chartView.data, chartView.period.time_period_id)
  const previous =
    periods.state === 'ready' ? previousPeriodName(periods.value, chartView.period.time_period_id) : null
  const change = shownChange(summary, chartView.measure)
  if (previous === null) return null
  if (!summary || change === null)
    return <OwnCardLine term={`Since ${previous}`}>no earlier value</OwnCardLine>
  const arrow = change === 0 ? Minus : change > 0 ? ArrowUp : ArrowDown
  const word = trendWord(summary, change)
  return (
    <OwnCardLine term={`Since ${previous}`}>
      <span className={`inline-flex items-center gap-1 ${ownTones[summary.trend]}`}>
        <Icon of={arrow} label={change > 0 ? 'up' : change < 0 ? 'down' : undefined} />
        {change === 0 ? word : formatDifference(change, chartView.measure)}
        {(summary.trend === 'better' || summary.trend === 'worse') && (
          <span className="sr-only">, {word}</span>
        )}
      </span>
    </OwnCardLine>
  )
}
