// Computes the side panel's strip in pixels. The scale covers the peers and the own last figure, so that it
// does not move while a new figure is typed; a figure outside it is drawn as an arrow at the edge.

import { extent } from 'd3-array'

export interface PeerStripRequest {
  peers: readonly number[]
  /** With few others only the median is disclosed. */
  middle: { Q1: number | null; Median: number; Q3: number | null } | null
  last: number | null
  now: number | null
}

export interface PeerStripGeometry {
  width: number
  /** One path of zero-length segments, so that hundreds of peers are one element. */
  dots: string
  box: { from: number; to: number } | null
  median: number | null
  last: number | null
  now: { at: number; isBeyond: 'below' | 'above' | null } | null
}

export const STRIP_WIDTH = 254
const PEER_STRIP_INSET = 16

export function peerStripGeometry({ peers, middle, last, now }: PeerStripRequest): PeerStripGeometry {
  const known = [...peers, ...scaledMiddle(middle, peers), ...(last === null ? [] : [last])]
  const [lowest = 0, highest = 0] = extent(known)
  const range = highest - lowest
  const at = (value: number): number =>
    range === 0
      ? STRIP_WIDTH / 2
      : Math.round(
          (PEER_STRIP_INSET + ((STRIP_WIDTH - 2 * PEER_STRIP_INSET) * (value - lowest)) / range) * 10
        ) / 10
  return {
    width: STRIP_WIDTH,
    dots: [...new Set(peers.map(at))].map(x => `M${x} 30h0`).join(''),
    box:
      middle && middle.Q1 !== null && middle.Q3 !== null ? { from: at(middle.Q1), to: at(middle.Q3) } : null,
    median: middle && at(middle.Median),
    last: last === null ? null : at(last),
    now: now === null || known.length === 0 ? null : stripScale(now, lowest, highest, at)
  }
}

/** If peers are not shown individually, the scale covers their middle half with the same width on both sides. */
function scaledMiddle(middle: PeerStripRequest['middle'], peers: readonly number[]): number[] {
  if (peers.length > 0 || middle === null) return []
  const { Q1, Median, Q3 } = middle
  return Q1 === null || Q3 === null ? [Median] : [Q1 - (Q3 - Q1) / 2, Q3 + (Q3 - Q1) / 2]
}

function stripScale(
  now: number,
  lowest: number,
  highest: number,
  at: (value: number) => number
): PeerStripGeometry['now'] {
  if (now < lowest) return { at: PEER_STRIP_INSET / 2, isBeyond: 'below' }
  return now > highest
    ? { at: STRIP_WIDTH - PEER_STRIP_INSET / 2, isBeyond: 'above' }
    : { at: at(now), isBeyond: null }
}

/** The text anchor that keeps a label inside the strip. */
export function anchorAt(x: number): { textAnchor: 'start' | 'middle' | 'end'; x: number } {
  if (x < 44) return { textAnchor: 'start', x: Math.max(2, x - 6) }
  return x > STRIP_WIDTH - 44
    ? { textAnchor: 'end', x: Math.min(STRIP_WIDTH - 2, x + 6) }
    : { textAnchor: 'middle', x }
}
