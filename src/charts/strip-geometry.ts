// Where the parts of a strip stand, in pixels.
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
  box: { from: number; to: number; median: number } | null
  own: number | null
}

const INSET = 10

export function stripGeometry({ peers, own, averages, width = 296, height = 34 }: StripRequest): StripGeometry {
  const [lowest = 0, highest = 0] = extent(own === null ? peers : [...peers, own])
  const range = highest - lowest
  const place = (value: number): number =>
    range === 0 ? width / 2 : Math.round((INSET + ((width - 2 * INSET) * (value - lowest)) / range) * 10) / 10
  const { Q1 = null, Median = null, Q3 = null } = averages ?? {}
  return {
    width,
    height,
    dots: [...new Set(peers.map(place))].map(x => `M${x} ${height / 2}h0`).join(''),
    box: Q1 === null || Median === null || Q3 === null ? null : { from: place(Q1), to: place(Q3), median: place(Median) },
    own: own === null ? null : place(own)
  }
}
