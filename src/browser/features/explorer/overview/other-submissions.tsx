import { Link } from 'wouter'
import { MeasureShape } from '#browser/charts/marks/measure-mark.tsx'
import { MARK_NAMES, NOTHING_STANDS_OUT } from '#browser/charts/words/many-claims.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { ChevronRight } from '#browser/ui/icons/icon-paths.ts'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import type { MeasureMark } from '#domain/figures/claims.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { formatCount } from '#lib/format.ts'
import type { OtherStanding } from './other-standings.ts'
import { STANDING_ROW, StandOut } from './standing-table.tsx'

interface OtherSubmissionsProps {
  standings: readonly OtherStanding[]
  /** How many of the organisation's submissions are not among them. */
  leftOut: number
  isLoading: boolean
  hrefOf: (submissionId: number) => string
}

/** The organisation's other submissions in the same columns, each a link to its own overview. */
export function OtherSubmissions({ standings, leftOut, isLoading, hrefOf }: OtherSubmissionsProps) {
  if (standings.length === 0) return null
  return (
    <section aria-labelledby="other-submissions" className="card overflow-hidden">
      <header className="flex flex-wrap items-baseline gap-x-3 px-4 py-3">
        <h2 id="other-submissions" className="text-body">
          {withTerms('Your other {submissions}')}
        </h2>
        <p className="text-small text-ink-2">Compared with the same peers</p>
      </header>
      <ul>
        {standings.map(standing => (
          <li key={standing.submission.id} className="border-0 border-t border-solid border-line">
            <Link
              href={hrefOf(standing.submission.id)}
              className={`${STANDING_ROW} relative pr-10! text-ink no-underline! hover:bg-surface-hover ring-inside`}
            >
              <OtherRow standing={standing} isLoading={isLoading} />
              <Icon of={ChevronRight} size={14} className="absolute right-4 text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
      {leftOut > 0 && (
        <p className="px-4 py-2.5 border-0 border-t border-solid border-line text-small text-ink-2">
          {withTerms(`${formatCount(leftOut)} more in the {submission} list above.`)}
        </p>
      )}
    </section>
  )
}

function OtherRow({ standing, isLoading }: { standing: OtherStanding; isLoading: boolean }) {
  const { submission, counts, standOut } = standing
  const hasVerdicts = counts.better + counts.similar + counts.worse > 0
  const marks: readonly MeasureMark[] = hasVerdicts ? ['better', 'similar', 'worse'] : ['position']
  return (
    <>
      <span className="font-semibold">{submission.name}</span>
      {isLoading ? (
        <Skeleton className="h-4 w-40" />
      ) : (
        <>
          <span className="flex gap-3 text-small tabular-nums">
            {marks
              .filter(mark => hasVerdicts || counts[mark] > 0)
              .map(mark => (
                <span key={mark} className="inline-flex items-center gap-1.5 min-w-14">
                  <MeasureShape mark={mark} />
                  {formatCount(counts[mark])}
                  <span className="sr-only"> {MARK_NAMES[mark]}, </span>
                </span>
              ))}
          </span>
          {standOut === null ? (
            <span className="text-small text-ink-2">
              {hasVerdicts || counts.position > 0 ? NOTHING_STANDS_OUT : 'No data'}
            </span>
          ) : (
            <StandOut {...standOut} />
          )}
        </>
      )}
    </>
  )
}
