import type { ReactNode } from 'react'
import { shareInPercent } from '#domain/figures/share-in-percent.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { shareIntervalOf, shareIntervalText, type SurveyedPeriod } from './survey-summary.ts'

interface ResponseFactsProps {
  latest: SurveyedPeriod
  before: SurveyedPeriod | undefined
}

/** How many have answered. */
export function ResponseFacts({ latest, before }: ResponseFactsProps) {
  const { issued_count, started_count, completed_count } = latest
  const left = issued_count - completed_count
  return (
    <dl className="card grid m-0 sm:grid-cols-[minmax(0,1.5fr)_1fr_1fr] [&>div]:px-4 [&>div]:py-3 [&>div+div]:border-0 [&>div+div]:border-solid [&>div+div]:border-line sm:[&>div+div]:border-l">
      <ResponseFact
        figure={shareInPercent(completed_count, issued_count)}
        name="response rate"
        detail={`${formatCount(completed_count)} complete of ${countOf(issued_count, 'code')}, ${shareIntervalText(completed_count, issued_count)}`}
      >
        <RateBar part={completed_count} whole={issued_count} />
      </ResponseFact>
      <ResponseFact
        figure={formatCount(left)}
        name="not complete yet"
        detail={`${formatCount(started_count)} started, ${formatCount(left - started_count)} unused`}
      />
      {before && before.issued_count > 0 && (
        <ResponseFact
          figure={shareInPercent(before.completed_count, before.issued_count)}
          name={`in ${before.time_period_name}`}
          detail={`${formatCount(before.completed_count)} of ${formatCount(before.issued_count)}`}
        />
      )}
    </dl>
  )
}

interface ResponseFactProps {
  figure: string
  name: string
  detail: string
  children?: ReactNode
}

const ResponseFact = ({ figure, name, detail, children }: ResponseFactProps) => (
  <div>
    <dt className="text-small font-medium">
      <b className="text-title tabular-nums">{figure}</b> {name}
    </dt>
    <dd className="m-0 text-tiny text-ink-2">
      {children}
      {detail}
    </dd>
  </div>
)

/** The rate from 0 to 100% with its interval. The text below says the same. */
function RateBar({ part, whole }: { part: number; whole: number }) {
  const [lower, upper] = shareIntervalOf(part, whole)
  return (
    <span aria-hidden="true" className="relative block h-3 my-1">
      <span className="absolute inset-x-0 top-[3px] h-1.5 rounded bg-sunken" />
      <span
        className="absolute left-0 top-[3px] h-1.5 rounded bg-brand-mark"
        style={{ width: `${(100 * part) / whole}%` }}
      />
      <span
        className="absolute inset-y-0.5 border-0 border-x-2 border-solid border-ink"
        style={{ left: `${100 * lower}%`, width: `${100 * (upper - lower)}%` }}
      >
        <span className="absolute inset-x-0 top-1/2 h-px bg-ink" />
      </span>
    </span>
  )
}
