// The positions of a strip's parts, in pixels.

import { extent } from 'd3-array'
import type { ChartAverages } from '#contract/chart-data.ts'

export interface StripRequest {
  peers: readonly number[]
  own: number | null
  /** Null, or with null figures, where no averages may be shown: the strip then has no box. */
  averages: Pick<ChartAverages, 'Q1' | 'Median' | 'Q3'> | null
  width?: number
  height?: number
}

export interface StripGeometry {
  width: number
  height: number
  /** One path of points without length, so that hundreds of peers are one element. */
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
    box: boxOf(averages, place),
    median: typeof averages?.Median === 'number' ? place(averages.Median) : null,
    own: own === null ? null : place(own)
  }
}

type PixelScale = (value: number) => number

/** Places values on the line, the lowest and the highest near its ends; tenths of a pixel are enough. */
function pixelScaleOf(values: readonly number[], width: number): PixelScale {
  const [lowest = 0, highest = 0] = extent(values)
  const range = highest - lowest
  return value =>
    range === 0
      ? width / 2
      : Math.round((STRIP_INSET + ((width - 2 * STRIP_INSET) * (value - lowest)) / range) * 10) / 10
}

function boxOf(averages: StripRequest['averages'], place: PixelScale): StripGeometry['box'] {
  if (!averages || averages.Q1 === null || averages.Q3 === null) return null
  return { from: place(averages.Q1), to: place(averages.Q3) }
}
