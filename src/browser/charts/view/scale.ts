// The scale of a value axis.

import { extent, ticks } from 'd3-array'
import { roundScale, widenSinglePoint } from '#domain/figures/round-scale.ts'

export interface Scale {
  from: number
  to: number
  ticks: number[]
}

interface ScaleRequest {
  values: readonly (number | null)[]
  /** Bars must start at 0, or their lengths would mislead; points need not. */
  startsAtZero: boolean
  /** What the chart's editor set; widened if it would hide a value. */
  axisMin: number | null
  axisMax: number | null
  /** The approximate number of grid lines. */
  count?: number
}

export function chartScale({ values, startsAtZero, axisMin, axisMax, count = 5 }: ScaleRequest): Scale {
  const [lowest = 0, highest = 0] = extent([
    ...values.filter(value => value !== null),
    ...(startsAtZero ? [0] : [])
  ])
  const [low, high] = widenSinglePoint(lowest, highest)
  const round = roundScale(low, high, count)
  const from = Math.min(axisMin === null || (startsAtZero && axisMin > 0) ? round.from : axisMin, low, lowest)
  const to = Math.max(axisMax ?? round.to, high, highest)
  return from === round.from && to === round.to ? round : { from, to, ticks: ticks(from, to, count) }
}

/** The position of a value, in pixels from the top of a plot of that height. */
export const pixelOf = (value: number, scale: Scale, height: number): number =>
  (height * (scale.to - value)) / (scale.to - scale.from)

/** A chart of few bars has empty slots, so that they do not become blocks. */
export const MIN_SLOTS = 8

/** Decimals that distinguish neighbouring ticks. */
export function tickDecimals(scale: Scale): number {
  const [first = 0, second = 1] = scale.ticks
  const step = Math.abs(second - first)
  return step >= 1 || step === 0 ? 0 : Math.min(6, Math.ceil(-Math.log10(step) - 1e-9))
}
