// Places labels so that they never cover each other. Pixels throughout; y grows downwards.

/**
 * Moves positions apart until each two are at least `gap` apart, as little as possible and in their order, inside `lowest`–`highest`
 * as far as there is room. Returns them in the order given.
 */
export function spreadApart(
  wanted: readonly number[],
  gap: number,
  lowest: number,
  highest: number
): number[] {
  const order = wanted
    .map((position, index) => ({ position, index }))
    .toSorted((a, b) => a.position - b.position)
  const tight = order.length > 1 ? Math.min(gap, (highest - lowest) / (order.length - 1)) : gap
  // Blocks of labels that touch each other; a block sits at the mean of what its members want.
  const blocks: { start: number; size: number; sum: number }[] = []
  order.forEach(({ position }, at) => {
    blocks.push({ start: at, size: 1, sum: position - at * tight })
    while (blocks.length > 1) {
      const [before, last] = [blocks[blocks.length - 2]!, blocks[blocks.length - 1]!]
      if (before.sum / before.size <= last.sum / last.size) break
      blocks.splice(-2, 2, { start: before.start, size: before.size + last.size, sum: before.sum + last.sum })
    }
  })
  const placed = wanted.slice()
  const latestStart = highest - (order.length - 1) * tight
  for (const { start, size, sum } of blocks) {
    const offset = Math.min(Math.max(sum / size, lowest), Math.max(latestStart, lowest))
    for (let at = start; at < start + size; at += 1) placed[order[at]!.index] = offset + at * tight
  }
  return placed
}

export interface CalloutSize {
  /** The position of its leader line. */
  x: number
  width: number
}

export interface CalloutPosition extends CalloutSize {
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
 * Places callouts (a text on a vertical leader line) in rows above a chart, beside their lines and inside 0–`width`. No text covers another
 * text or another's line. The first callout is always placed; a later one that finds no free place is null. Where the first one stands decides
 * how many others fit, so every place of it is tried, the nearest first.
 */
export function placeCallouts(callouts: readonly CalloutSize[], width: number): (CalloutPosition | null)[] {
  const [first] = callouts
  if (!first) return []
  const starts = candidates(first, width)
  let best: (CalloutPosition | null)[] = []
  for (const start of starts.length > 0 ? starts : clampCallout(first, width))
    for (const way of WAYS) {
      const placed = placeAround(start, callouts.slice(1), width, way)
      if (countOfPlaced(placed) > countOfPlaced(best)) best = placed
      if (countOfPlaced(best) === callouts.length) return best
    }
  return best
}

const countOfPlaced = (places: readonly (CalloutPosition | null)[]): number =>
  places.filter(place => place !== null).length

interface Way {
  /** Texts left of the first one prefer the left side of their lines. */
  isOutward: boolean
  /** The rightmost first, so that neighbours form stairs: each text over the line of the next. */
  isStairs: boolean
}

const WAYS: readonly Way[] = [
  { isOutward: false, isStairs: false },
  { isOutward: true, isStairs: false },
  { isOutward: false, isStairs: true },
  { isOutward: true, isStairs: true }
]

/** Places each of the others where it is free. */
function placeAround(
  first: CalloutPosition,
  others: readonly CalloutSize[],
  width: number,
  { isOutward, isStairs }: Way
): (CalloutPosition | null)[] {
  const placed = [first]
  const places = others.map((): CalloutPosition | null => null)
  const order = others.map((_, index) => index)
  if (isStairs) order.sort((a, b) => others[b]!.x - others[a]!.x)
  for (const index of order) {
    const callout = others[index]!
    const found = candidates(callout, width, isOutward && callout.x < first.x).find(candidate =>
      placed.every(other => !collide(candidate, other))
    )
    if (!found) continue
    placed.push(found)
    places[index] = found
  }
  return [first, ...places]
}

function candidates(callout: CalloutSize, width: number, isLeftFirst = false): CalloutPosition[] {
  const right = { ...callout, start: callout.x + CALLOUT_OFFSET, side: 'right' as const }
  const left = { ...callout, start: callout.x - CALLOUT_OFFSET - callout.width, side: 'left' as const }
  const sides = isLeftFirst ? [left, right] : [right, left]
  const inside = sides.filter(({ start }) => start >= 0 && start + callout.width <= width)
  return Array.from({ length: ROWS }, (_, row) => inside.map(place => ({ ...place, row }))).flat()
}

/** A text that is wider than both sides: as far right as it may be, over its own line, in any row. */
const clampCallout = (callout: CalloutSize, width: number): CalloutPosition[] =>
  Array.from({ length: ROWS }, (_, row) => ({
    ...callout,
    start: Math.max(0, width - callout.width),
    row,
    side: 'right'
  }))

/** Between a text and a line that passes beside it. */
const LINE_GAP = 3

/** Whether a line at `x` passes through a callout's text, or too close to it. */
const isCrossed = ({ start, width }: CalloutPosition, x: number): boolean =>
  x > start - LINE_GAP && x < start + width + LINE_GAP

function collide(a: CalloutPosition, b: CalloutPosition): boolean {
  if (a.row === b.row)
    return (
      (a.start < b.start + b.width + CALLOUT_OFFSET && b.start < a.start + a.width + CALLOUT_OFFSET) ||
      isCrossed(a, b.x) ||
      isCrossed(b, a.x)
    )
  // The line of the higher callout passes through the lower row.
  const [low, high] = a.row < b.row ? [a, b] : [b, a]
  return isCrossed(low, high.x)
}
