import { Link } from 'wouter'
import { Card } from '#ui/card.tsx'
import { SkeletonLines } from '#ui/skeleton.tsx'
import type { DashboardChart } from './dashboard.ts'
import type { Finding, FirstLook } from './first-look.ts'
import { SideShape } from './side-mark.tsx'

interface FirstLookCardProps {
  look: FirstLook
  own: string | null
  hrefOf: (item: DashboardChart) => string
}

/** What stands out, worst first, each in a sentence. */
export function FirstLookCard({ look, own, hrefOf }: FirstLookCardProps) {
  const { worst, best, comparedCount, loadingCount } = look
  return (
    <Card title="Look at first" className="self-start">
      {loadingCount > 0 ? (
        <div className="p-4">
          <SkeletonLines lines={6} label="Looking at all measures" />
        </div>
      ) : comparedCount === 0 ? (
        <p className="p-4 text-small text-ink-2">
          {own === null
            ? 'Choose a submission above to see where it stands.'
            : `${own} has no figures to be compared in this period. They come from the questionnaires.`}
        </p>
      ) : worst.length + best.length === 0 ? (
        <p className="p-4 text-small text-ink-2">
          Nothing stands out: every figure lies in the middle half of the others.
        </p>
      ) : (
        <>
          <Findings title="In the worst quarter" findings={worst} hrefOf={hrefOf} />
          <Findings title="In the best quarter" findings={best} hrefOf={hrefOf} />
        </>
      )}
    </Card>
  )
}

function Findings({
  title,
  findings,
  hrefOf
}: {
  title: string
  findings: readonly Finding[]
  hrefOf: (item: DashboardChart) => string
}) {
  if (findings.length === 0) return null
  return (
    <section className="px-4 py-2.5 border-0 border-b border-solid border-line last:border-b-0">
      <h3 className="mb-1 text-tiny font-medium text-ink-3">{title}</h3>
      <ul>
        {findings.map(({ item, side, sentence }) => (
          <li key={item.chart.chart_id} className="flex gap-2.5 py-1.5">
            <span className="mt-1">
              <SideShape side={side} />
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
