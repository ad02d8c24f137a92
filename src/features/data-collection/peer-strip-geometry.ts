// Where the parts of the side panel's strip stand, in pixels. The scale is that of the peers and the own last figure, so that the picture
// stands still while a new figure is typed; a figure beyond it stands at the edge as an arrow.
import { extent } from 'd3-array'

export interface PeerStripRequest {
  peers: readonly number[]
  /** Of few others the median alone is known. */
  middle: { Q1: number | null; Median: number; Q3: number | null } | null
  last: number | null
  now: number | null
}

export interface PeerStripGeometry {
  width: number
  /** One path of points without length, so that hundreds of peers are one element. */
  dots: string
  box: { from: number; to: number } | null
  median: number | null
  last: number | null
  now: { at: number; isBeyond: 'below' | 'above' | null } | null
}

export const STRIP_WIDTH = 254
const INSET = 16

export function peerStripGeometry({ peers, middle, last, now }: PeerStripRequest): PeerStripGeometry {
  const known = [...peers, ...middleOf(middle, peers), ...(last === null ? [] : [last])]
  const [lowest = 0, highest = 0] = extent(known)
  const range = highest - lowest
  const at = (value: number): number =>
    range === 0
      ? STRIP_WIDTH / 2
      : Math.round((INSET + ((STRIP_WIDTH - 2 * INSET) * (value - lowest)) / range) * 10) / 10
  return {
    width: STRIP_WIDTH,
    dots: [...new Set(peers.map(at))].map(x => `M${x} 30h0`).join(''),
    box:
      middle && middle.Q1 !== null && middle.Q3 !== null ? { from: at(middle.Q1), to: at(middle.Q3) } : null,
    median: middle && at(middle.Median),
    last: last === null ? null : at(last),
    now: now === null || known.length === 0 ? null : placeOf(now, lowest, highest, at)
  }
}

/** Where peers are not told one by one, the scale is that of their middle half, with as much on either side. */
function middleOf(middle: PeerStripRequest['middle'], peers: readonly number[]): number[] {
  if (peers.length > 0 || middle === null) return []
  const { Q1, Median, Q3 } = middle
  return Q1 === null || Q3 === null ? [Median] : [Q1 - (Q3 - Q1) / 2, Q3 + (Q3 - Q1) / 2]
}

function placeOf(
  now: number,
  lowest: number,
  highest: number,
  at: (value: number) => number
): PeerStripGeometry['now'] {
  if (now < lowest) return { at: INSET / 2, isBeyond: 'below' }
  return now > highest ? { at: STRIP_WIDTH - INSET / 2, isBeyond: 'above' } : { at: at(now), isBeyond: null }
}

/** Which end of a text stands at a place, so that it does not run out of the strip. */
export function anchorAt(x: number): { textAnchor: 'start' | 'middle' | 'end'; x: number } {
  if (x < 44) return { textAnchor: 'start', x: Math.max(2, x - 6) }
  return x > STRIP_WIDTH - 44
    ? { textAnchor: 'end', x: Math.min(STRIP_WIDTH - 2, x + 6) }
    : { textAnchor: 'middle', x }
}
