import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { MeasureShape } from '#browser/charts/marks/measure-mark.tsx'
import { claimKind, SIDE_TITLES } from '#browser/charts/words/many-claims.ts'
import { Card } from '#browser/ui/card.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import type { DashboardChart } from './dashboard.ts'
import type { DashboardFinding, DashboardFindings } from './findings.ts'

interface FindingsCardProps {
  findings: DashboardFindings
  own: string
  hrefOf: (item: DashboardChart) => string
  /** The link to every measure of the project. */
  allMeasures: ReactNode
}

/** What stands out, worst first, each in a sentence. */
export function FindingsCard({ findings, own, hrefOf, allMeasures }: FindingsCardProps) {
  const { worse, better, comparedCount, loadingCount } = findings
  return (
    <Card title="Look at first" aside={allMeasures} className="self-start">
      {loadingCount > 0 ? (
        <div className="p-4">
          <SkeletonLines lines={6} label="Looking at all measures" />
        </div>
      ) : comparedCount === 0 ? (
        <p className="p-4 text-small text-ink-2">
          {own} has no figures to be compared in this period. They come from the questionnaires.
        </p>
      ) : worse.length + better.length === 0 ? (
        <p className="p-4 text-small text-ink-2">Nothing stands out among the figures of {own}.</p>
      ) : (
        <>
          {[worse, better].flatMap(found =>
            (['verdict', 'quarter'] as const).map(kind => (
              <FindingList
                key={`${found === worse}${kind}`}
                title={SIDE_TITLES[found === worse ? 'worse' : 'better'][kind]}
                findings={found.filter(({ claim }) => claimKind(claim) === kind)}
                hrefOf={hrefOf}
              />
            ))
          )}
        </>
      )}
    </Card>
  )
}

function FindingList({
  title,
  findings,
  hrefOf
}: {
  title: string
  findings: readonly DashboardFinding[]
  hrefOf: (item: DashboardChart) => string
}) {
  if (findings.length === 0) return null
  return (
    <section className="px-4 py-2.5 border-0 border-b border-solid border-line last:border-b-0">
      <h3 className="mb-1 text-tiny font-medium text-ink-3">{title}</h3>
      <ul>
        {findings.map(({ item, claim, quarter, sentence }) => (
          <li key={item.chart.chart_id} className="flex gap-2.5 py-1.5">
            <span className="mt-1">
              {/* A quarter alone is neither better nor worse. */}
              <MeasureShape
                mark={claimKind(claim) === 'verdict' ? claim.side : 'position'}
                quarter={quarter}
              />
            </span>
            <span className="min-w-0">
              <Link href={hrefOf(item)} className="font-medium text-ink">
                {item.chart.chart_name}
              </Link>
              <span className="block text-small text-ink-2">{sentence}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
