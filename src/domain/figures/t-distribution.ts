// Quantiles of Student's t distribution, after Abramowitz and Stegun, Handbook of Mathematical Functions (1964), section 26.7.

/** From here on the series takes longer than the expansion, which is then exact to the last digits. */
const MANY = 300

/** The probability that |t| is at most `t` for a whole number of degrees of freedom: formulas 26.7.3 (odd) and 26.7.4 (even). */
export function centralProbability(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees))
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  const isOdd = degrees % 2 === 1
  if (degrees === 1) return (2 * angle) / Math.PI
  let term = isOdd ? cosine : 1
  let sum = term
  for (let k = isOdd ? 3 : 2; k <= degrees - 2; k += 2) {
    term *= ((k - 1) / k) * cosine * cosine
    sum += term
  }
  return isOdd ? (2 * (angle + sine * sum)) / Math.PI : sine * sum
}

/** Formula 26.7.5: the quantile as that of the normal distribution with corrections in powers of 1 / degrees. */
function expandTail(z: number, degrees: number): number {
  const [g1, g2, g3, g4] = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160
  ] as const
  return z + g1 / degrees + g2 / degrees ** 2 + g3 / degrees ** 3 + g4 / degrees ** 4
}

/** The t within which `probability` of the distribution lies on both sides together; `z` is the normal distribution's. */
export function centralQuantile(probability: number, z: number, degrees: number): number {
  if (degrees > MANY) return expandTail(z, degrees)
  let [low, high] = [z, 2 * z]
  while (centralProbability(high, degrees) < probability) high *= 2
  for (let step = 0; step < 80; step++) {
    const middle = (low + high) / 2
    if (centralProbability(middle, degrees) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}
