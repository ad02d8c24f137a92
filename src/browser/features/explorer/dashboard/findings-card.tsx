import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { MeasureShape } from '#browser/charts/marks/measure-mark.tsx'
import { NOTHING_STANDS_OUT, SIDE_TITLES } from '#browser/charts/words/many-claims.ts'
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

/** Differences that chance hardly explains, the worse ones first, each in a sentence. */
export function FindingsCard({ findings, own, hrefOf, allMeasures }: FindingsCardProps) {
  const { counts, isLoading } = findings
  const isCompared = counts.better + counts.similar + counts.worse + counts.position > 0
  return (
    <Card title="Look at first" aside={allMeasures} className="self-start">
      {isLoading ? (
        <div className="p-4">
          <SkeletonLines lines={6} label="Looking at all measures" />
        </div>
      ) : !isCompared ? (
        <p className="p-4 text-small text-ink-2">
          {own} has no figures to be compared in this period. They come from the questionnaires.
        </p>
      ) : counts.worse + counts.better === 0 ? (
        <p className="p-4 text-small text-ink-2">
          {NOTHING_STANDS_OUT} among the figures of {own}.
        </p>
      ) : (
        (['worse', 'better'] as const).map(side => (
          <FindingList key={side} side={side} findings={findings[side]} hrefOf={hrefOf} />
        ))
      )}
    </Card>
  )
}

function FindingList({
  side,
  findings,
  hrefOf
}: {
  side: 'worse' | 'better'
  findings: readonly DashboardFinding[]
  hrefOf: (item: DashboardChart) => string
}) {
  if (findings.length === 0) return null
  return (
    <section className="px-4 py-2.5 border-0 border-b border-solid border-line last:border-b-0">
      <h3 className="mb-1 text-tiny font-medium text-ink-3">{SIDE_TITLES[side]}</h3>
      <ul>
        {findings.map(({ item, sentence }) => (
          <li key={item.chart.chart_id} className="flex gap-2.5 py-1.5">
            <span className="mt-1">
              <MeasureShape mark={side} />
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
