// The value axis: its range and the positions of its grid lines.
import { extent, range, tickIncrement, ticks } from 'd3-array'

export interface Scale {
  from: number
  to: number
  ticks: number[]
}

interface ScaleRequest {
  values: readonly (number | null)[]
  /** Bars start at 0, or their lengths would lie; points need not. */
  startsAtZero: boolean
  /** What the chart's editor set; an end that would hide a value is moved out to it. */
  axisMin: number | null
  axisMax: number | null
  /** About how many lines. */
  count?: number
}

export function scaleOf({ values, startsAtZero, axisMin, axisMax, count = 5 }: ScaleRequest): Scale {
  const [lowest = 0, highest = 0] = extent([
    ...values.filter(value => value !== null),
    ...(startsAtZero ? [0] : [])
  ])
  const [low, high] = isOneFigure(lowest, highest) ? widened(lowest) : [lowest, highest]
  const round = roundScale(low, high, count)
  const from = Math.min(axisMin === null || (startsAtZero && axisMin > 0) ? round.from : axisMin, low, lowest)
  const to = Math.max(axisMax ?? round.to, high, highest)
  return from === round.from && to === round.to ? round : { from, to, ticks: ticks(from, to, count) }
}

/** The range out to the next grid lines, and not a step further: an empty step makes every bar shorter. */
function roundScale(low: number, high: number, count: number): Scale {
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

/** Whether a range is too narrow for distinct ticks. */
const isOneFigure = (low: number, high: number): boolean =>
  high - low <= 1e-9 * Math.max(Math.abs(low), Math.abs(high), 1e-3)

/** A range for one single figure, with that figure in it. */
function widened(value: number): [number, number] {
  if (Math.abs(value) < 1e-9) return [0, 1]
  return value > 0 ? [0, value] : [value, 0]
}

/** The position of a value, in pixels from the top of a plot of that height. */
export const pixelOf = (value: number, scale: Scale, height: number): number =>
  (height * (scale.to - value)) / (scale.to - scale.from)

/** Decimals that distinguish neighbouring ticks. */
export function tickDecimals(scale: Scale): number {
  const [first = 0, second = 1] = scale.ticks
  const step = Math.abs(second - first)
  return step >= 1 || step === 0 ? 0 : Math.min(6, Math.ceil(-Math.log10(step) - 1e-9))
}
