// The figure that a reader supposes on a chart's page. It lasts as long as the page is open.

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
  /** The chart, submission and period. A change of any of them ends the supposition. */
  subject: string
  /** Null until the reader changes the saved figure. */
  supposition: Supposition | null
}

export const $whatIf = atom<WhatIf | null>(null)

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

export interface ReadWhatIf {
  basis: WhatIfBasis
  open: OpenWhatIf | null
}

/** Null without an own value, or if the programme turns the feature off; its setting may arrive after the chart. */
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

export const setSupposition = (chartView: ChartView, supposition: Supposition): void =>
  $whatIf.set({ subject: subjectOf(chartView), supposition })

/** Changes the numerator by steps of its last digit, within its limits. */
export function stepNumerator(basis: WhatIfBasis, numerator: number, steps: number): Supposition {
  const [lowest, highest] = numeratorLimits(basis)
  const decimals = numeratorDecimals(basis)
  const next = shownFigure(numerator + steps / 10 ** decimals, decimals)
  return { numerator: Math.min(highest, Math.max(lowest, next)) }
}

/** Moves the value up or down: by steps of the numerator, or without one by its last shown digit. */
export function stepValue(basis: WhatIfBasis, { value, numerator }: Supposed, steps: number): Supposition {
  const { decimals } = basis
  if (numerator === null) return { value: shownFigure(value + steps / 10 ** decimals, decimals) }
  // A higher numerator may give a lower value.
  const isUpsideDown = (basis.denominator ?? 1) * basis.multiplier < 0
  return stepNumerator(basis, numerator, isUpsideDown ? -steps : steps)
}

/** Why a numerator is invalid; null if it is valid. */
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
