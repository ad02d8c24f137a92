// Intervals, verdicts and limits from the published formulas, written for the tests without using the product's code: different arithmetic for the
// same numbers.

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

/** The logarithm of the gamma function by Stirling's series, after shifting the argument up. */
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

/** Student's density, integrated by Simpson's rule and bisected until the middle holds the probability. */
export function studentQuantile(probability: number, degrees: number): number {
  // From here on it differs from the normal quantile by less than 0.00001, and the peak is too narrow for Simpson's rule.
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

const isUsable = (statistic: Statistic, { numerator, denominator, standardDeviation }: Parts): boolean => {
  if (statistic === 'mean') return denominator >= 2 && standardDeviation !== null && standardDeviation >= 0
  return denominator > 0 && numerator >= 0 && (statistic === 'rate' || numerator <= denominator)
}

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

/** The others of a chart, its own figure, and how its figures are shown. */
export interface Compared {
  others: readonly Parts[]
  own: Parts | null
  multiplier: number
  decimals: number
}

/**
 * −2 plainly lower, −1 probably lower, 0 similar, 1 and 2 the same above; null without an interval. A verdict needs an interval that excludes
 * the mean, and an exact test against everyone else.
 */
export function sideOf(
  statistic: Statistic,
  parts: Parts,
  { others, own, multiplier, decimals }: Compared
): number | null {
  const mean = pooled(statistic, others)
  if (mean === null || !isUsable(statistic, parts)) return null
  const figure = parts.numerator / parts.denominator
  if (shown(figure * multiplier, decimals) === shown(mean * multiplier, decimals)) return 0
  const everyone = [...others, ...(own === null ? [] : [own])].filter(one => isUsable(statistic, one))
  const differs = (level: 95 | 99.8): boolean => {
    const [low, high] = interval(statistic, parts, level)!
    if (low <= mean && mean <= high) return false
    if (statistic === 'mean') return welch(parts, everyone, level)
    return isRare(statistic, parts, everyone, level, figure > mean)
  }
  if (!differs(95)) return 0
  return (differs(99.8) ? 2 : 1) * Math.sign(figure - mean)
}

/** Rounded half away from zero, by decimal digits. */
export function shown(value: number, decimals: number): number {
  const steps = Number((Math.abs(value) * 10 ** decimals).toPrecision(15))
  return (Math.sign(value) * Math.round(steps)) / 10 ** decimals + 0
}

const sumOf = (parts: readonly Parts[], of: (one: Parts) => number): number =>
  parts.reduce((sum, one) => sum + of(one), 0)
const logChoose = (from: number, count: number): number =>
  logGamma(from + 1) - logGamma(count + 1) - logGamma(from - count + 1)

interface Chance {
  variance: number
  fewest: number
  most: number
  logOf: (count: number) => number
}

/** Of `all` events among all cases, how many a part contains by chance. */
const chances = {
  rate(all: number, size: number, cases: number): Chance {
    const share = size / cases
    const logOf = (count: number): number =>
      logChoose(all, count) + count * Math.log(share) + (all - count) * Math.log1p(-share)
    return { variance: all * share * (1 - share), fewest: 0, most: all, logOf }
  },
  proportion(all: number, size: number, cases: number): Chance {
    const logOf = (count: number): number =>
      logChoose(all, count) + logChoose(cases - all, size - count) - logChoose(cases, size)
    const variance = cases > 1 ? (all * (size / cases) * (1 - all / cases) * (cases - size)) / (cases - 1) : 0
    return { variance, fewest: Math.max(0, size + all - cases), most: Math.min(size, all), logOf }
  }
}

/** Whether chance rarely gives a part that many, or that few, of all events: Fisher's hypergeometric tail, or the binomial one for rates. */
function isRare(
  statistic: 'proportion' | 'rate',
  parts: Parts,
  everyone: readonly Parts[],
  level: 95 | 99.8,
  isHigher: boolean
): boolean {
  const exactCases = sumOf(everyone, one => one.denominator)
  if (parts.denominator >= exactCases) return false
  const all = Math.round(sumOf(everyone, one => one.numerator))
  const whole = statistic === 'rate' ? (count: number) => count : Math.round
  const [size, cases] = [whole(parts.denominator), whole(exactCases)]
  const { variance, fewest, most, logOf } = chances[statistic](all, size, cases)
  const expected = (all * size) / cases
  const far = isHigher ? parts.numerator - expected : expected - parts.numerator
  const z = level === 95 ? Z95 : Z998
  if (far <= 0) return false
  if (variance > 1e6) return far >= z * Math.sqrt(variance) + (z * z + 2) / 6
  let tail = 0
  for (let count = parts.numerator; count >= fewest && count <= most; count += isHigher ? 1 : -1) {
    const probability = Math.exp(logOf(count))
    tail += probability
    if (probability <= 1e-15 * tail) break
  }
  return tail <= (100 - level) / 200
}

/** Welch 1947, with at most the degrees of freedom of the figure's own cases. */
function welch(parts: Parts, everyone: readonly Parts[], level: 95 | 99.8): boolean {
  const error = ({ denominator, standardDeviation }: Parts): number => denominator * standardDeviation! ** 2
  const freedom = ({ denominator }: Parts): number => Math.floor(denominator) - 1
  const rest = sumOf(everyone, one => one.denominator) - parts.denominator
  if (rest <= 0) return false
  const middle = (sumOf(everyone, one => one.numerator) - parts.numerator) / rest
  const own = error(parts) / parts.denominator ** 2
  const others = Math.max(0, sumOf(everyone, error) - error(parts)) / rest ** 2
  const weights = (one: Parts): number => error(one) ** 2 / freedom(one)
  const weight =
    weights(parts) / parts.denominator ** 4 +
    Math.max(0, sumOf(everyone, weights) - weights(parts)) / rest ** 4
  const degrees = Math.max(
    1,
    Math.min(freedom(parts), weight > 0 ? Math.floor((own + others) ** 2 / weight) : Infinity)
  )
  const reach = knownQuantile(level / 100, degrees) * Math.sqrt(own + others)
  return Math.abs(parts.numerator / parts.denominator - middle) > reach
}

/** Pearson's statistic over its degrees of freedom. */
export function dispersion(statistic: Statistic, members: readonly Parts[], mean: number): number | null {
  const spread = statistic === 'proportion' ? mean * (1 - mean) : statistic === 'rate' ? mean : 0
  const known = members.filter(one => isUsable(statistic, one))
  if (spread <= 0 || known.length < 2) return null
  return (
    sumOf(known, one => ((one.numerator / one.denominator - mean) ** 2 * one.denominator) / spread) /
    (known.length - 1)
  )
}
