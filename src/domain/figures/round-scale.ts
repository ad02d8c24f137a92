// Ranges whose ends and steps are round numbers, for axes and for bins.

import { range, tickIncrement } from 'd3-array'

export interface RoundScale {
  from: number
  to: number
  /** Both ends and the steps between them. */
  ticks: number[]
}

/** The range out to the next round steps, and not a step further: an empty step makes every bar shorter. */
export function roundScale(lowest: number, highest: number, count: number): RoundScale {
  const [low, high] = withRoom(lowest, highest)
  const increment = tickIncrement(low, high, count)
  // A negative increment is one over the step, which keeps decimal figures exact.
  const [first, last] = [Math.floor, Math.ceil].map((round, end) => {
    const value = end === 0 ? low : high
    const steps = increment < 0 ? value * -increment : value / increment
    // A figure on a line that arithmetic puts a hair beside it stays on that line.
    return Math.abs(steps - Math.round(steps)) < 1e-9 ? Math.round(steps) : round(steps)
  }) as [number, number]
  // Adding 0 makes 0 of −0.
  const at = (step: number): number => (increment < 0 ? step / -increment : step * increment) + 0
  return { from: at(first), to: at(last), ticks: range(first, last + 1).map(at) }
}

/** The range itself; for one single figure a range with that figure in it. */
export const withRoom = (lowest: number, highest: number): [number, number] =>
  isOneFigure(lowest, highest) ? widenRange(lowest) : [lowest, highest]

/** Whether a range is too narrow for distinct ticks. */
const isOneFigure = (low: number, high: number): boolean =>
  high - low <= 1e-9 * Math.max(Math.abs(low), Math.abs(high), 1e-3)

function widenRange(value: number): [number, number] {
  if (Math.abs(value) < 1e-9) return [0, 1]
  return value > 0 ? [0, value] : [value, 0]
}
