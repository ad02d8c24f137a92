import type { ReactNode } from 'react'
import { formatValue } from '#browser/charts/labels/measure.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import type { ChartFigure } from '#browser/charts/view/figure.ts'
import { WhatIfHandle } from '#browser/charts/what-if/what-if-handle.tsx'
import { numeratorNoun, whatIfSentence } from '#browser/charts/what-if/what-if.ts'
import { valueRange } from '#domain/figures/what-if.ts'
import { stepValue, setSupposition, type OpenWhatIf, type ReadWhatIf, type Supposing } from './what-if.ts'

/** The handle of the own bar, for charts of bars. */
export const whatIfOverlay =
  (chartView: ChartView, { metaData }: Supposing, supposing: ReadWhatIf) =>
  ({ bars }: ChartFigure): ReactNode => {
    if (!bars) return null
    const { basis, open } = supposing
    const { measure, own } = chartView
    const noun = numeratorNoun(measure, metaData)
    return (
      <WhatIfHandle
        bars={bars}
        saved={basis.value}
        supposed={open?.supposed.value ?? null}
        supposedAt={open && supposedRank(chartView, open)}
        range={open?.range ?? valueRange(basis)}
        label={`What if: ${own?.name ?? ''}`}
        text={open ? `What if ${formatValue(open.supposed.value, measure)}` : ''}
        valueText={open ? whatIfSentence(open.saved, open.supposed, basis, measure, noun) : ''}
        onValue={value => setSupposition(chartView, { value })}
        onStep={steps => open && setSupposition(chartView, stepValue(basis, open.supposed, steps))}
      />
    )
  }

/** The index among the bars, highest first; null if the others' values are not known. */
function supposedRank({ entries }: ChartView, { supposed }: OpenWhatIf): number | null {
  if (supposed.rank === null) return null
  return entries.filter(entry => entry.role !== 'own' && entry.value! > supposed.value).length
}
