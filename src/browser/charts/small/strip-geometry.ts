// The geometry of a strip, in pixels.

import { extent } from 'd3-array'
import type { ChartAverages } from '#contract/chart-data.ts'

export interface StripRequest {
  peers: readonly number[]
  own: number | null
  /** Null, or with null figures, if no averages may be shown; then there is no box. */
  averages: Pick<ChartAverages, 'Q1' | 'Median' | 'Q3'> | null
  width?: number
  height?: number
}

export interface StripGeometry {
  width: number
  height: number
  /** All peers as one path of zero-length strokes, so that hundreds are one element. */
  dots: string
  box: { from: number; to: number } | null
  median: number | null
  own: number | null
}

const STRIP_INSET = 10

export function stripGeometry({
  peers,
  own,
  averages,
  width = 296,
  height = 34
}: StripRequest): StripGeometry {
  const lines = [averages?.Q1, averages?.Median, averages?.Q3].filter(line => typeof line === 'number')
  const place = pixelScaleOf([...peers, ...lines, ...(own === null ? [] : [own])], width)
  return {
    width,
    height,
    dots: [...new Set(peers.map(place))].map(x => `M${x} ${height / 2}h0`).join(''),
    box: stripBox(averages, place),
    median: typeof averages?.Median === 'number' ? place(averages.Median) : null,
    own: own === null ? null : place(own)
  }
}

type PixelScale = (value: number) => number

/** Maps values to the line, the lowest and the highest near its ends, rounded to tenths of a pixel. */
function pixelScaleOf(values: readonly number[], width: number): PixelScale {
  const [lowest = 0, highest = 0] = extent(values)
  const range = highest - lowest
  return value =>
    range === 0
      ? width / 2
      : Math.round((STRIP_INSET + ((width - 2 * STRIP_INSET) * (value - lowest)) / range) * 10) / 10
}

function stripBox(averages: StripRequest['averages'], place: PixelScale): StripGeometry['box'] {
  if (!averages || averages.Q1 === null || averages.Q3 === null) return null
  return { from: place(averages.Q1), to: place(averages.Q3) }
}
