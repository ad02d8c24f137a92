// Rows of callouts above a chart: each is a text beside a vertical leader line.

import { placeLabels, type LabelCandidate } from './label-layout.ts'

export interface CalloutSize {
  /** The position of its leader line. */
  x: number
  width: number
}

export interface CalloutPosition extends CalloutSize, LabelCandidate {
  /** Left end of the text. */
  start: number
  /** 0 is the row nearest to the chart. */
  row: number
  side: 'left' | 'right'
}

/** Between a leader line and its text, and between two texts. */
export const CALLOUT_OFFSET = 8
const ROWS = 6

/**
 * Places callouts inside 0–`width`. No text covers another text or another's line. The first callout is always placed; a later one that
 * finds no free place is null. Where the first one stands decides how many others fit, so each of its places is tried, the nearest first.
 */
export function placeCallouts(callouts: readonly CalloutSize[], width: number): (CalloutPosition | null)[] {
  const [first, ...others] = callouts
  if (!first) return []
  const starts = calloutPlaces(first, width)
  let best: (CalloutPosition | null)[] = []
  for (const start of starts.length > 0 ? starts : placesOverLine(first, width))
    for (const preference of PREFERENCES) {
      const placed = placeAround(start, others, width, preference)
      if (countPlaced(placed) > countPlaced(best)) best = placed
      if (countPlaced(best) === callouts.length) return best
    }
  return best
}

const countPlaced = (places: readonly (CalloutPosition | null)[]): number =>
  places.filter(place => place !== null).length

interface Preference {
  /** Texts left of the first one prefer the left side of their lines. */
  isOutward: boolean
  /** The rightmost is placed first, so that neighbours form stairs: each text over the line of the next. */
  isStairs: boolean
}

const PREFERENCES: readonly Preference[] = [
  { isOutward: false, isStairs: false },
  { isOutward: true, isStairs: false },
  { isOutward: false, isStairs: true },
  { isOutward: true, isStairs: true }
]

function placeAround(
  first: CalloutPosition,
  others: readonly CalloutSize[],
  width: number,
  { isOutward, isStairs }: Preference
): (CalloutPosition | null)[] {
  const order = isStairs ? others.toSorted((a, b) => b.x - a.x) : others
  const [, ...found] = placeLabels([
    [first],
    ...order.map(callout => calloutPlaces(callout, width, isOutward && callout.x < first.x))
  ])
  return [first, ...others.map(callout => found[order.indexOf(callout)]!)]
}

function calloutPlaces(callout: CalloutSize, width: number, isLeftFirst = false): CalloutPosition[] {
  const right = { start: callout.x + CALLOUT_OFFSET, side: 'right' as const }
  const left = { start: callout.x - CALLOUT_OFFSET - callout.width, side: 'left' as const }
  const sides = isLeftFirst ? [left, right] : [right, left]
  const inside = sides.filter(({ start }) => start >= 0 && start + callout.width <= width)
  return placesInRows(callout, inside)
}

/** A text that is wider than both sides: as far right as it may be, over its own line. */
const placesOverLine = (callout: CalloutSize, width: number): CalloutPosition[] =>
  placesInRows(callout, [{ start: Math.max(0, width - callout.width), side: 'right' }])

const placesInRows = (
  callout: CalloutSize,
  sides: readonly Pick<CalloutPosition, 'start' | 'side'>[]
): CalloutPosition[] =>
  Array.from({ length: ROWS }, (_, row) =>
    sides.map(side => ({ ...callout, ...side, row, boxes: calloutBoxes(callout, side.start, row) }))
  ).flat()

/** The text with half of the gap around it, and the line through all lower rows; a row is one high. */
const calloutBoxes = ({ x, width }: CalloutSize, start: number, row: number): LabelCandidate['boxes'] => [
  {
    left: start - CALLOUT_OFFSET / 2,
    right: start + width + CALLOUT_OFFSET / 2,
    top: -row - 1,
    bottom: -row
  },
  { left: x, right: x, top: -row - 1, bottom: 0 }
]
