// A measure's figures as they are read: value, unit, difference.
import type { ChartData } from '#contract/chart-data.ts'

export type Measure = Pick<ChartData['chart'], 'chart_name' | 'unit' | 'decimal_places' | 'direction'>

type Figures = Pick<Measure, 'decimal_places' | 'unit'>

const formats = new Map<number, Intl.NumberFormat>()

function formatFor(decimals: number): Intl.NumberFormat {
  const known = formats.get(decimals)
  if (known) return known
  const made = new Intl.NumberFormat('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  formats.set(decimals, made)
  return made
}

/** The figure alone with the measure's decimals and a real minus sign: '14.8', '1,204', '−0.3'. What rounds to zero has no sign. */
export function formatFigure(value: number, decimals: number): string {
  const text = formatFor(decimals).format(value)
  return /[1-9]/.test(text) ? text.replace('-', '−') : text.replace('-', '')
}

/** Keeps a figure and its unit on one line. */
const NO_BREAK = '\u00a0'

/** '14.8 %', '£12.40', '1.31 WTE', '46' where there is no unit. Currency signs stand in front. */
export function formatValue(value: number, { decimal_places, unit }: Figures): string {
  const figure = formatFigure(value, decimal_places)
  if (unit === '') return figure
  return /^[£$€]$/.test(unit) ? `${figure.startsWith('−') ? '−' : ''}${unit}${figure.replace('−', '')}` : `${figure}${NO_BREAK}${unit}`
}

/** The size of a difference. Two shares differ by points, not by per cent: '5.5 points', '0.09 WTE'. */
export function formatDifference(difference: number, measure: Figures): string {
  const size = Math.abs(difference)
  return measure.unit === '%' ? `${formatFigure(size, measure.decimal_places)} points` : formatValue(size, measure)
}

/** A difference with its sign: '+5.5 points', '−0.09 WTE'. */
export function formatSigned(difference: number, measure: Figures): string {
  const size = formatDifference(difference, measure)
  if (!/[1-9]/.test(size)) return size
  return `${difference < 0 ? '−' : '+'}${size}`
}

/** Whether two figures look the same once they are written down. */
export const looksEqual = (a: number, b: number, decimals: number): boolean => formatFigure(a, decimals) === formatFigure(b, decimals)

export const directionWords = { higher: 'Higher is better.', lower: 'Lower is better.', neutral: '' } as const

export const quarterWords = { 1: 'bottom quarter', 2: '2nd quarter', 3: '3rd quarter', 4: 'top quarter' } as const
