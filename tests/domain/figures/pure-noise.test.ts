// Sets that differ by chance alone: how many of their figures are said to differ, over shares, rates and sizes. LONG=1 plays more rounds.

import { describe, expect, test } from 'vitest'
import {
  dispersionOf,
  poolParts,
  pooledMean,
  funnelPosition,
  usableParts,
  type FunnelPosition
} from '#domain/figures/pooled.ts'
import { seededRandom, type NoiseSource } from '#tests/support/noise.ts'

const ROUNDS = process.env['LONG'] ? 20_000 : 400
const PEERS = [5, 12, 40] as const
const SIZES = [5, 20, 60, 500] as const

/** What an exact bound may come to in so many rounds: four standard errors more. */
const bound = (share: number, rounds: number): number => share + 4 * Math.sqrt((share * (1 - share)) / rounds)

type Draw = (random: NoiseSource, size: number) => { numerator: number; standardDeviation?: number }
type Outcome = FunnelPosition | 'overdispersed'

interface Sizes {
  own: number
  peers: number
  peer: number
}

const eachSize: Sizes[] = SIZES.flatMap(own =>
  PEERS.map(peers => ({ own, peers, peer: SIZES[(own + peers) % SIZES.length]! }))
)

const played = { rounds: 0, factors: 0, sets: 0, counts: new Map<Outcome, number>() }

/** Plays sets of one share, rate or mean, and counts what is said of the own figure and of the spread. */
function play(statistic: 'proportion' | 'rate' | 'mean', draw: Draw, { own, peers, peer }: Sizes): void {
  const random = seededRandom(`${statistic} ${own} ${peer} ${peers}`)
  const measure = { statistic, multiplier: 100, decimal_places: 6 }
  const counts = new Map<Outcome, number>()
  const add = (outcome: Outcome): void => {
    for (const kept of [counts, played.counts]) kept.set(outcome, (kept.get(outcome) ?? 0) + 1)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const figure = (size: number) => ({ denominator: size, ...draw(random, size) })
    const members = usableParts(
      statistic,
      Array.from({ length: peers }, () => figure(peer))
    )
    const parts = figure(own)
    const mean = pooledMean(poolParts(statistic, members))!
    add(
      funnelPosition(measure, parts, { mean, whole: poolParts(statistic, [...members, parts]) }) ?? 'similar'
    )
    const dispersion = dispersionOf(statistic, members, mean)
    if (dispersion === null) continue
    played.factors += dispersion.factor
    played.sets += 1
    if (dispersion.isOver) add('overdispersed')
  }
  played.rounds += ROUNDS
  const share = (...names: Outcome[]): number =>
    names.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0) / ROUNDS
  expect(share('plainly_lower', 'probably_lower')).toBeLessThanOrEqual(bound(0.025, ROUNDS))
  expect(share('plainly_higher', 'probably_higher')).toBeLessThanOrEqual(bound(0.025, ROUNDS))
  expect(share('plainly_lower', 'plainly_higher')).toBeLessThanOrEqual(bound(0.002, ROUNDS))
  expect(share('overdispersed')).toBeLessThanOrEqual(bound(0.035, ROUNDS))
}

describe.each([0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99])('a share of %d', share => {
  test.each(eachSize)('own n $own, $peers peers of n $peer', sizes => {
    play('proportion', (random, size) => ({ numerator: random.binomial(size, share) }), sizes)
  })
})

describe.each([0.01, 0.1, 1, 5])('a rate of %d', rate => {
  test.each(eachSize)('own n $own, $peers peers of n $peer', sizes => {
    play('rate', (random, size) => ({ numerator: random.poisson(size * rate) }), sizes)
  })
})

test.each(eachSize)('a mean: own n $own, $peers peers of n $peer', sizes => {
  const draw: Draw = (random, size) => {
    const cases = Array.from({ length: size }, () => 10 + 3 * random.normal())
    const numerator = cases.reduce((sum, one) => sum + one, 0)
    const squares = cases.reduce((sum, one) => sum + (one - numerator / size) ** 2, 0)
    return { numerator, standardDeviation: Math.sqrt(squares / (size - 1)) }
  }
  play('mean', draw, sizes)
})

test('over all of them the spread is on average what chance explains, and verdicts are not withheld', () => {
  const share = (...names: Outcome[]): number =>
    names.reduce((sum, name) => sum + (played.counts.get(name) ?? 0), 0) / played.rounds
  expect(played.factors / played.sets).toBeCloseTo(1, 1)
  expect(share('plainly_lower', 'probably_lower')).toBeGreaterThan(0.005)
  expect(share('plainly_higher', 'probably_higher')).toBeGreaterThan(0.005)
})
