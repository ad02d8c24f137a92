import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { loadableStore } from '#browser/api/cache/cache.ts'
import { useOffered } from '#browser/api/offered.ts'
import { $session } from '#browser/stores/session.ts'
import { HeadCell } from '#browser/ui/sort-head.tsx'
import { listCaseResponses } from '#contract/case-codes.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { shareInPercent } from '#domain/figures/share-in-percent.ts'
import { responsesByDay, type ResponseDay } from '#domain/questionnaires/response-rate.ts'
import { countOf, formatCount, formatDay } from '#lib/format.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { dayIn, timeZone } from '#lib/time/time-zone.ts'
import { codeListOf, fetchResponses, type CaseCodeScope } from './case-codes.ts'

/** The response rate of a survey by day: a sentence, a small chart, and the same as a table. Nothing before the first response. */
export function ResponseDays({ scope }: { scope: CaseCodeScope }) {
  const { questionnaireId, submissionId } = scope
  const isAvailable = useOffered(listCaseResponses)
  const [$responses] = useState(() => loadableStore<ReplyOf<typeof listCaseResponses>>())
  const responses = useStore($responses)
  const codes = useStore(codeListOf(scope))
  // Each code that is created, deleted, revoked or restored changes it, and the rate.
  const count = codes.state === 'ready' ? codes.value.total - codes.value.withdrawn : null
  useEffect(() => {
    if (count === null) return
    const user = $session.get().user?.sub ?? ''
    void $responses.load(user, () => fetchResponses({ questionnaireId, submissionId }))
  }, [$responses, questionnaireId, submissionId, count])
  if (!isAvailable || responses.state === 'loading') return null
  if (responses.state === 'failed')
    return (
      <p className="text-small text-ink-2">The responses by day could not be loaded. {responses.error}</p>
    )
  const { code_count: codeCount, response_days: responseDays } = responses.value
  const days = responsesByDay(responseDays, codeCount, dayIn(presentTime(), timeZone()))
  const latest = days.at(-1)
  if (latest === undefined) return null
  const said = `${formatCount(latest.total)} of ${countOf(codeCount, 'code')} completed (${percentText(latest)}).`
  return (
    <section
      aria-labelledby="response-days"
      className="grid gap-2 rounded-lg border border-solid border-line p-3"
    >
      <h3 id="response-days" className="text-section-strong">
        Response rate by day
      </h3>
      <p className="text-small text-ink-2">{said}</p>
      <RateChart days={days} said={said} />
      <details className="text-small">
        <summary>Show as a table</summary>
        <div className="table-scroll max-h-60 overflow-auto mt-1">
          <ResponseTable days={days} />
        </div>
      </details>
    </section>
  )
}

const percentText = ({ rate }: ResponseDay): string => shareInPercent(rate, 1)

const RATE_CHART = { width: 600, height: 72 }

/** A bar for each day, as high as the share of the codes that were completed by its end. */
function RateChart({ days, said }: { days: readonly ResponseDay[]; said: string }) {
  const step = RATE_CHART.width / days.length
  const [first, latest] = [days[0]!, days.at(-1)!]
  return (
    <figure className="m-0">
      <svg
        role="img"
        aria-label={`Share of codes completed by the end of each day, ${formatDay(first.day)} to ${formatDay(latest.day)}. ${said} The table has each day.`}
        viewBox={`0 0 ${RATE_CHART.width} ${RATE_CHART.height}`}
        preserveAspectRatio="none"
        className="block w-full h-18 bg-sunken rounded text-brand-mark"
      >
        {days.map(({ day, rate }, index) => (
          <rect
            key={day}
            x={index * step + step * 0.1}
            width={step * 0.8}
            y={RATE_CHART.height * (1 - rate)}
            height={RATE_CHART.height * rate}
            fill="currentColor"
          />
        ))}
      </svg>
      <figcaption className="flex justify-between text-tiny text-ink-3">
        <span>{formatDay(first.day)}</span>
        <span>full height: 100%</span>
        <span>{formatDay(latest.day)}</span>
      </figcaption>
    </figure>
  )
}

const ResponseTable = ({ days }: { days: readonly ResponseDay[] }) => (
  <table aria-label="Responses by day">
    <thead>
      <tr>
        {['Day', 'Completed', 'Total', 'Response rate'].map((name, index) => (
          <HeadCell key={name} className={index > 0 ? 'num' : ''}>
            {name}
          </HeadCell>
        ))}
      </tr>
    </thead>
    <tbody>
      {days.map(day => (
        <tr key={day.day}>
          <th scope="row" className="table-cell text-left font-normal">
            {formatDay(day.day)}
          </th>
          <td className="table-cell num">{formatCount(day.count)}</td>
          <td className="table-cell num">{formatCount(day.total)}</td>
          <td className="table-cell num">{percentText(day)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
