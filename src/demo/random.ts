/** A seeded random generator (mulberry32), so that names, values and gaps are the same on every machine. */
export interface Random {
  /** Uniform in 0 ≤ x < 1. */
  next(): number
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number
  /** Normally distributed with mean 0 and standard deviation 1. */
  normal(): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  shuffled<T>(items: readonly T[]): T[]
}

export function randomFrom(seedText: string): Random {
  let state =
    [...seedText].reduce(
      (hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619),
      2_166_136_261
    ) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(items: readonly T[]): T => items[whole(0, items.length - 1)] as T
  return {
    next,
    whole,
    pick,
    chance: probability => next() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    shuffled(items) {
      const rest = [...items]
      return items.map(() => rest.splice(whole(0, rest.length - 1), 1)[0] as (typeof items)[number])
    }
  }
}
