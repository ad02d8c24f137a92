// Random counts and figures, seeded by a text.

import { hash } from 'node:crypto'

export interface NoiseSource {
  uniform: () => number
  normal: () => number
  binomial: (trials: number, probability: number) => number
  poisson: (mean: number) => number
}

/** Mulberry32: the same seed draws the same numbers. */
export function seededRandom(seed: string): NoiseSource {
  let state = Number.parseInt(hash('sha256', seed).slice(0, 8), 16)
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  /** Adds up waiting times until the next event. */
  const poisson = (mean: number): number => {
    let count = 0
    for (let time = -Math.log(1 - uniform()); time <= mean; time -= Math.log(1 - uniform())) count += 1
    return count
  }
  /** Skips the failures before each success. */
  const rareBinomial = (trials: number, probability: number): number => {
    let count = 0
    const next = (): number => Math.floor(Math.log(1 - uniform()) / Math.log(1 - probability)) + 1
    for (let at = next(); at <= trials; at += next()) count += 1
    return count
  }
  return {
    uniform,
    normal,
    poisson,
    binomial: (trials, probability) =>
      probability > 0.5 ? trials - rareBinomial(trials, 1 - probability) : rareBinomial(trials, probability)
  }
}
