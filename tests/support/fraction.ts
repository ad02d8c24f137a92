// Exact rational arithmetic, for tests that recalculate the product's floating-point results.

export interface Fraction {
  above: bigint
  /** Above 0. */
  below: bigint
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))

export function fraction(above: bigint, below = 1n): Fraction {
  const sign = below < 0n ? -1n : 1n
  const common = gcd(above < 0n ? -above : above, below * sign) || 1n
  return { above: (above * sign) / common, below: (below * sign) / common }
}

/** The exact value of a number's decimal notation: 0.1 is a tenth. */
export function ofNumber(value: number): Fraction {
  const [digits = '', exponent = '0'] = String(value).split('e')
  const [whole = '', part = ''] = digits.split('.')
  const places = part.length - Number(exponent)
  const all = BigInt(whole + part)
  return places >= 0 ? fraction(all, 10n ** BigInt(places)) : fraction(all * 10n ** BigInt(-places))
}

export const add = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.above * b.below + b.above * a.below, a.below * b.below)
export const negative = ({ above, below }: Fraction): Fraction => ({ above: -above, below })
export const subtract = (a: Fraction, b: Fraction): Fraction => add(a, negative(b))
export const multiply = (a: Fraction, b: Fraction): Fraction => fraction(a.above * b.above, a.below * b.below)
/** The second is not 0. */
export const divide = (a: Fraction, b: Fraction): Fraction => fraction(a.above * b.below, a.below * b.above)

/** Negative if the first is smaller, positive if it is greater. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.above * b.below - b.above * a.below
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

export const isZero = ({ above }: Fraction): boolean => above === 0n

/** In units of the last decimal place, rounded half away from zero. */
export function rounded({ above, below }: Fraction, decimals: number): bigint {
  const scaled = above * 10n ** BigInt(decimals)
  const size = scaled < 0n ? -scaled : scaled
  const units = (2n * size + below) / (2n * below)
  return scaled < 0n ? -units : units
}

/** As people write it: '1,204.50', '−0.3', '0.0'. */
export function written(value: Fraction, decimals: number): string {
  const units = rounded(value, decimals)
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `${units < 0n ? '−' : ''}${whole}${decimals === 0 ? '' : `.${digits.slice(digits.length - decimals)}`}`
}

/** The nearest number, to this many significant digits. */
export function toNumber(value: Fraction, digits = 30): number {
  if (isZero(value)) return 0
  const places = digits - 1 - orderOf(value)
  if (places >= 0) return Number(`${rounded(value, places)}e-${places}`)
  return Number(`${rounded(divide(value, fraction(10n ** BigInt(-places))), 0)}e${-places}`)
}

/** The power of ten of the first digit. */
function orderOf({ above, below }: Fraction): number {
  let size = above < 0n ? -above : above
  if (size >= below) return String(size / below).length - 1
  let order = 0
  for (; size < below; size *= 10n) order -= 1
  return order
}
