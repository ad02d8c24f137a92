// Decimal arithmetic. Most decimals have no exact binary fraction, so that 0.1 + 0.2 is slightly more than 0.3, and 0.3 − 0.2 − 0.1 slightly less
// than 0: enough to break a limit, to tell equal figures apart or to divide by almost nothing.

/** An IEEE double holds this many decimal digits reliably. */
export const RELIABLE_DIGITS = 15

/** Relative: figures that differ by less are the same figure, calculated in two ways. */
export const ROUNDING_TOLERANCE = 1e-12

/** The most decimals that `toFixed` writes. */
const MAX_DECIMALS = 100

/** Up to more decimals than anybody enters. */
const SCALES = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

/** The sum, without what lies beyond the reliable digits of the larger term: it is rounding noise, even if little else is left. */
export function plus(one: number, other: number): number {
  const sum = one + other
  if (one === 0 || other === 0 || Number.isInteger(sum) || !Number.isFinite(sum)) return sum
  const scale = commonScale(one, other)
  // Adding 0 turns −0 into 0.
  if (scale !== undefined) {
    const units = Math.round(one * scale) + Math.round(other * scale)
    if (Number.isSafeInteger(units)) return units / scale + 0
  }
  const largest = Math.max(Math.abs(one), Math.abs(other))
  const decimals = RELIABLE_DIGITS - 1 - Math.floor(Math.log10(largest))
  return decimals < 0 || decimals > MAX_DECIMALS ? sum : Number(sum.toFixed(decimals)) + 0
}

/** Multiplies: 3 × 0.1 is 0.3. */
export function times(one: number, other: number): number {
  // Adding 0 turns −0 into 0.
  const product = one * other + 0
  return Number.isInteger(product) || !Number.isFinite(product)
    ? product
    : Number(product.toPrecision(RELIABLE_DIGITS))
}

/**
 * numerator ÷ denominator × multiplier, rounded once: 57 ÷ 200 × 100 is 28.5, and equal fractions, such as 0.3 ÷ 0.1 and 6 ÷ 2, give equal
 * figures. The denominator is not 0.
 */
export function ratioOf(numerator: number, denominator: number, multiplier: number): number {
  const scale = commonScale(numerator, denominator)
  if (scale === undefined) return (numerator / denominator) * multiplier
  const [above, below] = [Math.round(numerator * scale), Math.round(denominator * scale)]
  const whole = above * multiplier
  return (Number.isSafeInteger(whole) ? whole / below : (above / below) * multiplier) + 0
}

/** The smallest power of ten that makes both whole numbers. */
const commonScale = (one: number, other: number): number | undefined =>
  SCALES.find(scale => isWhole(one, scale) && isWhole(other, scale))

const isWhole = (value: number, scale: number): boolean => Math.round(value * scale) / scale === value
