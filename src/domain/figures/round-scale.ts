// Ranges whose ends and steps are round numbers, for axes and for bins.

import { range, tickIncrement } from 'd3-array'

export interface RoundScale {
  from: number
  to: number
  /** Both ends and the steps between them. */
  ticks: number[]
}

/** Extends a range to the next round steps, and no further: an empty step would make every bar shorter. */
export function roundScale(lowest: number, highest: number, count: number): RoundScale {
  const [low, high] = widenSinglePoint(lowest, highest)
  const increment = tickIncrement(low, high, count)
  // A negative increment is the inverse of the step, which keeps decimal figures exact.
  const [first, last] = [Math.floor, Math.ceil].map((round, end) => {
    const value = end === 0 ? low : high
    const steps = increment < 0 ? value * -increment : value / increment
    // A rounding error must not move an end by a step.
    return Math.abs(steps - Math.round(steps)) < 1e-9 ? Math.round(steps) : round(steps)
  }) as [number, number]
  // Adding 0 turns −0 into 0.
  const at = (step: number): number => (increment < 0 ? step / -increment : step * increment) + 0
  return { from: at(first), to: at(last), ticks: range(first, last + 1).map(at) }
}

/** Widens a range of a single figure; any other stays as it is. */
export const widenSinglePoint = (lowest: number, highest: number): [number, number] =>
  isOneFigure(lowest, highest) ? widenRange(lowest) : [lowest, highest]

const isOneFigure = (low: number, high: number): boolean =>
  high - low <= 1e-9 * Math.max(Math.abs(low), Math.abs(high), 1e-3)

function widenRange(value: number): [number, number] {
  if (Math.abs(value) < 1e-9) return [0, 1]
  return value > 0 ? [0, value] : [value, 0]
}
