// What a chart's denominators count, in the words of its definition.

import type { ChartView } from '#browser/charts/view/chart-view.ts'

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
