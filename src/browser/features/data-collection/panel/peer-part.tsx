import { useStore } from '@nanostores/react'
import type { CellState } from '#browser/section/state/cell-state.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { isRepeating } from '#browser/section/state/repeating-rows.ts'
import { Button } from '#browser/ui/button.tsx'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import type { CellSpread } from '#contract/cell-spread.ts'
import { formatCellText } from '#domain/answers/cell-text.ts'
import { describeOutlier } from '#domain/answers/outlier.ts'
import { periodBefore } from '#domain/answers/period-before.ts'
import { holdsNumber, typeOf } from '#domain/answers/question-types.ts'
import { countOf } from '#lib/format.ts'
import { $cellDetails, retryCellDetails } from './cell-details.ts'
import { PeerStrip } from './peer-strip.tsx'

/** The figure's position among last period's peers, updated while typing. */
export function PeerPart({ cell, state }: { cell: CellModel; state: CellState }) {
  const details = useStore($cellDetails)
  if (details.state === 'loading') return <Skeleton className="h-32 w-full mt-3.5" />
  if (details.state === 'failed') {
    return (
      <div className="mt-3.5 text-small text-ink-2">
        <p>The peers’ figures could not be loaded. {details.error}</p>
        <Button size="s" className="mt-1.5" onClick={retryCellDetails}>
          Try again
        </Button>
      </div>
    )
  }
  return <Spread cell={cell} state={state} spread={details.value.spread} />
}

function Spread({ cell, state, spread }: { cell: CellModel; state: CellState; spread: CellSpread | null }) {
  const previous = cell.question.previous_answer
  const last = typeof previous?.value === 'number' ? previous.value : null
  const now = typeof state.answer.value === 'number' ? state.answer.value : null
  const written = (figure: number | null): string => formatCellText(cell.question, figure)
  const odd =
    now === null
      ? null
      : describeOutlier({
          value: now,
          last,
          lastName: periodBefore(previous?.time_period_name ?? ''),
          peers: spread?.is_suppressed ? null : spread,
          formatFigure: written
        })
  return (
    <section
      aria-label="Among peers"
      className="mt-3.5 px-3 pt-2.5 pb-3 border border-solid border-line rounded-lg text-small"
    >
      <div className="flex gap-2">
        <h3 className="flex-1 text-small! font-medium!">
          Among peers{spread && `, ${spread.time_period_name}`}
        </h3>
        {spread && spread.n !== null && (
          // Of this cell alone: a chart's n counts those with all the answers that it is calculated from.
          <span className="text-ink-3">{countOf(spread.n, 'answer')}</span>
        )}
      </div>
      {spread === null || spread.is_suppressed ? (
        <p className="mt-1 text-ink-2">{noPeersReason(spread)}</p>
      ) : (
        <PeerStrip
          peers={spread.values}
          middle={spreadMiddle(spread)}
          last={last}
          now={now}
          lastText={`${previous?.time_period_name}: ${written(last)}`}
          nowText={`now: ${written(now)}`}
          isOdd={odd !== null}
          label={stripDescription(cell, spread, written(last), written(now))}
        />
      )}
      {odd !== null && (
        <p role="status" className="mt-2 text-ink">
          {odd}
        </p>
      )}
    </section>
  )
}

function spreadMiddle({ Q1, Median, Q3 }: CellSpread) {
  return Median === null ? null : { Q1, Median, Q3 }
}

function noPeersReason(spread: CellSpread | null): string {
  if (spread === null) return 'No peers have figures for the previous period.'
  if (spread.n === null) return 'Peers’ figures are not shown here.'
  return 'Too few other organisations have answered to show their figures.'
}

function stripDescription(
  { question }: CellModel,
  { n, Q1, Median, Q3, time_period_name }: CellSpread,
  last: string,
  now: string
): string {
  const figure = (value: number | null): string =>
    value === null ? 'not known' : typeOf(question).figureText(value)
  const half = Q1 === null ? '' : `, middle half from ${figure(Q1)} to ${figure(Q3)}`
  const middle = `${n === null ? 'Few answers' : countOf(n, 'answer')} of peers in ${time_period_name}: median ${figure(Median)}${half}.`
  return `${middle} Own last figure ${last || 'none'}, now ${now || 'none'}.`
}

/** Whether a cell's figures can be compared. Repeating rows cannot: row 3 means something else for everyone. */
export const isComparable = ({ question, table }: CellModel): boolean =>
  !isRepeating(table) && holdsNumber(question)
