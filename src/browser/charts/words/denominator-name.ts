// What a chart's numerators and denominators count, in the words of its definition.

import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { amountText } from '#domain/figures/shown-figures.ts'

/** For a term within a sentence. Abbreviations keep their case. */
export const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

/** 'occupied bed days' of '1,000 occupied bed days': the thousand is the chart's multiplier. Empty if the definition does not say. */
export function denominatorName({
  multiplier,
  measure: { denominator_text }
}: Pick<ChartView, 'multiplier'> & { measure: Pick<ChartView['measure'], 'denominator_text'> }): string {
  const text = denominator_text.trim()
  const [, count = '', counted = ''] = /^([\d,. ]*\d)\s+(.+)$/s.exec(text) ?? []
  return lowerFirst(Number(count.replaceAll(/[, ]/g, '')) === multiplier && counted !== '' ? counted : text)
}

/** 'falls' of 'Falls'. Empty if the definition does not say. */
export const countedName = ({ measure }: Pick<ChartView, 'measure'>): string =>
  lowerFirst((measure.numerator_text ?? '').trim())

/** 'Ward 1A has 52 falls in 10,240 occupied bed days.' Null without both figures or both names. */
export function ownCounts(chartView: ChartView): string | null {
  const { own, measure } = chartView
  const [counted, of] = [countedName(chartView), denominatorName(chartView)]
  if (!own || own.numerator === null || own.denominator === null) return null
  if (counted === '' || of === '' || counted.length + of.length > 2 * MAX_PER_LETTERS) return null
  const word = measure.unit === '%' ? 'of' : 'in'
  return `${own.name} has ${amountText(own.numerator)} ${counted} ${word} ${amountText(own.denominator)} ${of}.`
}

/** Longer texts define; they do not fit a sentence about a figure. */
const MAX_PER_LETTERS = 60

/** ' per 1,000 occupied bed days', after a figure with its unit; empty for shares, and where the text does not say what one unit is of. */
export function perDenominator({
  multiplier,
  measure: { unit, denominator_text }
}: Pick<ChartView, 'multiplier'> & {
  measure: Pick<ChartView['measure'], 'unit' | 'denominator_text'>
}): string {
  const text = denominator_text.trim()
  const isOne = multiplier === 1 || /^\d/.test(text)
  if (!isOne || text === '' || text.length > MAX_PER_LETTERS || unit === '' || unit === '%') return ''
  return ` per ${lowerFirst(text)}`
}
