// The figure that a reader supposes on a chart's page. It is kept while the page is open and nowhere else.

import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { savedFigure, whatIfBasis } from '#browser/charts/what-if/what-if.ts'
import { $siteConfig, isFeatureOn } from '#browser/stores/site-config.ts'
import type { MetaData } from '#contract/charts.ts'
import { figureText, shownFigure } from '#domain/figures/shown-figures.ts'
import {
  numeratorDecimals,
  numeratorLimits,
  suppose,
  valueRange,
  type Supposed,
  type Supposition,
  type WhatIfBasis
} from '#domain/figures/what-if.ts'

export interface WhatIf {
  /** Whose figure is supposed: another submission, period or chart begins with its own. */
  subject: string
  /** Null: the saved figure, until one is supposed. */
  supposition: Supposition | null
}

export const $whatIf = atom<WhatIf | null>(null)

/** What the page of a chart adds, where its reader may suppose another figure. */
export interface Supposing {
  metaData: MetaData | null
}

const subjectOf = ({ data, own, period }: ChartView): string =>
  `${data.chart.chart_id}/${own?.submissionId ?? 0}/${period.time_period_id}`

export interface OpenWhatIf {
  basis: WhatIfBasis
  saved: Supposed
  supposed: Supposed
  range: readonly [lowest: number, highest: number]
  isChanged: boolean
}

/** What can be supposed on a chart's page, and whether the reader does. */
export interface ReadWhatIf {
  basis: WhatIfBasis
  open: OpenWhatIf | null
}

/**
 * Null without an own value, or where the programme has it off: what it says may come after the chart, and ends what is supposed.
 */
export function useWhatIf(chartView: ChartView | null): ReadWhatIf | null {
  const whatIf = useStore($whatIf)
  useStore($siteConfig)
  return chartView !== null && isFeatureOn('what_if') ? readWhatIf(chartView, whatIf) : null
}

function readWhatIf(chartView: ChartView, whatIf: WhatIf | null): ReadWhatIf | null {
  const basis = whatIfBasis(chartView)
  if (basis === null) return null
  if (whatIf === null || whatIf.subject !== subjectOf(chartView)) return { basis, open: null }
  const saved = savedFigure(basis)
  const supposed = whatIf.supposition === null ? saved : suppose(basis, whatIf.supposition)
  const isChanged = supposed.value !== saved.value
  return { basis, open: { basis, saved, supposed, range: valueRange(basis), isChanged } }
}

export const openWhatIf = (chartView: ChartView): void =>
  $whatIf.set({ subject: subjectOf(chartView), supposition: null })
export const closeWhatIf = (): void => $whatIf.set(null)

export const supposeOf = (chartView: ChartView, supposition: Supposition): void =>
  $whatIf.set({ subject: subjectOf(chartView), supposition })

/** One of what is counted more or less. */
export function steppedNumerator(basis: WhatIfBasis, numerator: number, steps: number): Supposition {
  const [lowest, highest] = numeratorLimits(basis)
  const decimals = numeratorDecimals(basis)
  const next = shownFigure(numerator + steps / 10 ** decimals, decimals)
  return { numerator: Math.min(highest, Math.max(lowest, next)) }
}

/** A step up or down of the value: by one of what is counted; where nothing is, by the last digit that is shown. */
export function steppedValue(basis: WhatIfBasis, { value, numerator }: Supposed, steps: number): Supposition {
  const { decimals } = basis
  if (numerator === null) return { value: shownFigure(value + steps / 10 ** decimals, decimals) }
  // More of the numerator may mean a lower value.
  const isUpsideDown = (basis.denominator ?? 1) * basis.multiplier < 0
  return steppedNumerator(basis, numerator, isUpsideDown ? -steps : steps)
}

/** Why a numerator cannot be supposed; null where it can. */
export function numeratorFault(basis: WhatIfBasis, numerator: number): string | null {
  const [lowest, highest] = numeratorLimits(basis)
  const decimals = numeratorDecimals(basis)
  if (numerator < lowest) return `Enter ${figureText(lowest, 0)} or more.`
  if (numerator > highest)
    return `Enter ${figureText(highest, 0)} or less: a share is not more than its whole.`
  return shownFigure(numerator, decimals) === numerator
    ? null
    : decimals === 0
      ? 'Enter a whole number.'
      : `Enter a number with at most ${decimals === 1 ? 'one decimal' : `${decimals} decimals`}.`
}
