import type { ReactNode } from 'react'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { formatFullDay } from '#lib/format.ts'
import { figureStatus } from './briefing-words.ts'
import type { Briefing } from './briefing.ts'

export const ownName = ({ own }: Pick<ChartView, 'own'>): string =>
  own?.name ?? withTerms('All {submissions}')

interface BriefingSheetProps {
  pack: Briefing
  chartView: ChartView
  page: string
  /** In place of ward and status at the top. */
  head?: ReactNode
  children: ReactNode
}

/** A page with its head and foot; what it shows must fit A4 and Letter. */
export function BriefingSheet({ pack, chartView, page, head, children }: BriefingSheetProps) {
  const { productName, programmeName, audience, recipient, madeAt, projectName } = pack
  return (
    <section className="page" aria-label={page}>
      {head ?? (
        <p className="page-head">
          <span>
            {ownName(chartView)}. {projectName} {chartView.period.time_period_name}
          </span>
          <span>{figureStatus(chartView)}</span>
        </p>
      )}
      {children}
      <p className="page-foot">
        <span>
          {productName}, {programmeName}. {audience === '' ? `Made for ${recipient}` : `For ${audience}`},{' '}
          {formatFullDay(madeAt)}.
        </span>
        <span>{page}</span>
      </p>
    </section>
  )
}
