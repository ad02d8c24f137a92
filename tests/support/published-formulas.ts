// Intervals, verdicts and limits from the published formulas, written for the tests and with none of the product's code: other arithmetic for
// the same numbers.

export interface Parts {
  numerator: number
  denominator: number
  standardDeviation: number | null
}
type Statistic = 'proportion' | 'rate' | 'mean'
type Pair = [lower: number, upper: number]

/** Standard normal quantiles as tables print them. */
export const Z95 = 1.9599639845400545
export const Z998 = 3.0902323061678132

/** Wilson 1927 as Newcombe 1998 writes it with proportions: (p + z²/2n ± z √(p q / n + z²/4n²)) / (1 + z²/n). */
export function wilson(count: number, n: number, z: number): Pair {
  const p = count / n
  const root = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))
  const ends = [-root, root].map(side => (p + (z * z) / (2 * n) + side) / (1 + (z * z) / n))
  return [count === 0 ? 0 : ends[0]!, count === n ? 1 : ends[1]!]
}

/** Byar as public health handbooks write it: O (1 − 1/9O − z/3√O)³ and (O + 1) (1 − 1/9(O+1) + z/3√(O+1))³. */
export function byar(observed: number, z: number): Pair {
  const cube = (count: number, side: number): number =>
    count * Math.pow(Math.max(0, 1 - 1 / (9 * count) + (side * z) / (3 * Math.sqrt(count))), 3)
  return [observed > 0 ? cube(observed, -1) : 0, cube(observed + 1, 1)]
}

/** The logarithm of the gamma function by Stirling's series, after moving the argument up. */
function logGamma(x: number): number {
  let [shift, at] = [0, x]
  for (; at < 20; at++) shift += Math.log(at)
  return (
    (at - 0.5) * Math.log(at) -
    at +
    0.5 * Math.log(2 * Math.PI) +
    1 / (12 * at) -
    1 / (360 * at ** 3) +
    1 / (1260 * at ** 5) -
    shift
  )
}

/** Student's density, integrated by Simpson's rule and cut in halves until the middle holds the probability. */
export function studentQuantile(probability: number, degrees: number): number {
  // From here on it differs from the normal quantile by less than a hundred-thousandth, and the peak is too narrow for the rule.
  if (degrees > 1e6) return probability === 0.95 ? Z95 : Z998
  const scale = Math.exp(logGamma((degrees + 1) / 2) - logGamma(degrees / 2)) / Math.sqrt(degrees * Math.PI)
  // With t = √ν tan u the integral has a smooth integrand on a bounded range.
  const density = (u: number): number => scale * Math.sqrt(degrees) * Math.cos(u) ** (degrees - 1)
  const middle = (t: number): number => {
    const end = Math.atan(t / Math.sqrt(degrees))
    const count = 2000
    let sum = density(0) + density(end)
    for (let i = 1; i < count; i++) sum += density((end * i) / count) * (i % 2 === 1 ? 4 : 2)
    return (2 * sum * end) / (3 * count)
  }
  let [low, high] = [0, degrees < 3 ? 400 : 12]
  for (let step = 0; step < 70; step++) {
    const half = (low + high) / 2
    if (middle(half) < probability) low = half
    else high = half
  }
  return low
}

const quantiles = new Map<string, number>()
function knownQuantile(probability: number, degrees: number): number {
  const key = `${probability} ${degrees}`
  const found = quantiles.get(key) ?? studentQuantile(probability, degrees)
  quantiles.set(key, found)
  return found
}

const isUsable = (statistic: Statistic, { numerator, denominator }: Parts): boolean =>
  denominator > 0 &&
  (statistic === 'mean' || (numerator >= 0 && (statistic === 'rate' || numerator <= denominator)))

export function interval(statistic: Statistic, parts: Parts, level: 95 | 99.8): Pair | null {
  if (!isUsable(statistic, parts)) return null
  const { numerator, denominator, standardDeviation } = parts
  const z = level === 95 ? Z95 : Z998
  if (statistic === 'proportion') return wilson(numerator, denominator, z)
  if (statistic === 'rate') return byar(numerator, z).map(end => end / denominator) as Pair
  const cases = Math.floor(denominator)
  if (standardDeviation === null || standardDeviation < 0 || cases < 2) return null
  const reach = (knownQuantile(level / 100, cases - 1) * standardDeviation) / Math.sqrt(cases)
  return [numerator / denominator - reach, numerator / denominator + reach]
}

export function pooled(statistic: Statistic, members: readonly Parts[]): number | null {
  let [above, below] = [0, 0]
  for (const member of members.filter(one => isUsable(statistic, one))) {
    above += member.numerator
    below += member.denominator
  }
  return below > 0 ? above / below : null
}

/** −2 plainly lower, −1 probably lower, 0 similar, 1 and 2 the same above; null without an interval. */
export function sideOf(statistic: Statistic, parts: Parts, mean: number): number | null {
  const ends = ([95, 99.8] as const).map(level => interval(statistic, parts, level))
  const [probable, plain] = ends
  if (!probable || !plain) return null
  if (probable[0] <= mean && mean <= probable[1]) return 0
  // Two ways to the same number end in different last digits.
  const own = parts.numerator / parts.denominator
  if (Math.abs(own - mean) < 1e-11 * Math.abs(mean)) return 0
  const sign = mean < probable[0] ? 1 : -1
  return plain[0] <= mean && mean <= plain[1] ? sign : 2 * sign
}

/** The mean of the squared residuals after Spiegelhalter 2005, the tenth at each end moved in to its quantile (R's type 7). */
export function dispersion(statistic: Statistic, members: readonly Parts[], mean: number): number | null {
  const spread = statistic === 'proportion' ? mean * (1 - mean) : statistic === 'rate' ? mean : 0
  const known = members.filter(one => isUsable(statistic, one))
  if (spread <= 0 || known.length < 2) return null
  const residuals = known
    .map(one => (one.numerator / one.denominator - mean) / Math.sqrt(spread / one.denominator))
    .toSorted((a, b) => a - b)
  const at = (share: number): number => {
    const place = share * (residuals.length - 1)
    const [from, to] = [residuals[Math.floor(place)]!, residuals[Math.ceil(place)]!]
    return from + (to - from) * (place - Math.floor(place))
  }
  let sum = 0
  for (const residual of residuals) sum += Math.max(at(0.1), Math.min(at(0.9), residual)) ** 2
  return sum / residuals.length
}
