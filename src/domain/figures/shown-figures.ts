// Rounds figures for display. A difference is always that of the two shown figures, so that it matches what
// a reader calculates.

import { RELIABLE_DIGITS } from './decimals.ts'

const figureFormats = new Map<string, Intl.NumberFormat>()

function formatFor(decimals: number, useGrouping: boolean): Intl.NumberFormat {
  const key = `${decimals}${useGrouping}`
  const made =
    figureFormats.get(key) ??
    new Intl.NumberFormat('en-GB', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping
    })
  figureFormats.set(key, made)
  return made
}

/** Rounds by the decimal digits, halves away from zero. It passes digits as text, because the number 1.005 is stored as slightly less. */
const formatRounded = (value: number, decimals: number, useGrouping: boolean): string =>
  formatFor(decimals, useGrouping).format(value.toPrecision(RELIABLE_DIGITS) as Intl.StringNumericLiteral)

/** With grouped thousands and a real minus sign: '14.8', '1,204', '−0.3'. What rounds to zero has no sign. */
export const figureText = (value: number, decimals: number): string =>
  withMinusSign(formatRounded(value, decimals, true))

const withMinusSign = (text: string): string => text.replace('-', /[1-9]/.test(text) ? '−' : '')

const amountFormat = new Intl.NumberFormat('en-GB', {
  maximumFractionDigits: 3,
  maximumSignificantDigits: 3,
  roundingPriority: 'morePrecision'
})

/** The same for what has no fixed decimals: up to three, or three digits of less than that. '1,204', '−0.5', '0.0004'. */
export const amountText = (value: number): string =>
  withMinusSign(amountFormat.format(value.toPrecision(RELIABLE_DIGITS) as Intl.StringNumericLiteral))

/** Up to so many units of the last shown digit, the arithmetic is exact to a millionth of a unit. */
const MAX_UNITS = 1e9
const MAX_EXACT_DECIMALS = 22
const NEAR_HALF = 0.5 - 1e-6

/** The figure as it is shown, as a number. */
export function shownFigure(value: number, decimals: number): number {
  const scale = 10 ** decimals
  const units = Math.abs(value) * scale
  const whole = Math.round(units)
  // Only close to a half do the decimal digits decide, which take fifty times as long.
  const isPlain = units <= MAX_UNITS && decimals <= MAX_EXACT_DECIMALS && Math.abs(units - whole) < NEAR_HALF
  return (isPlain ? (Math.sign(value) * whole) / scale : Number(formatRounded(value, decimals, false))) + 0
}

/** The difference of two figures as they are shown. */
export const shownDifference = (value: number, other: number, decimals: number): number =>
  shownFigure(shownFigure(value, decimals) - shownFigure(other, decimals), decimals)
