// Places labels so that they never cover each other: `spreadApart` slides them along a line, `placeLabels` chooses one of the places where each
// may stand. Pixels throughout; y grows downwards.

/**
 * Moves positions apart until each is at least `gap` before the next, as little as possible and in their order, inside `lowest`–`highest`
 * as far as there is room. A list has the gap after each position. Returns them in the order given.
 */
export function spreadApart(
  wanted: readonly number[],
  gap: number | readonly number[],
  lowest: number,
  highest: number
): number[] {
  const order = wanted
    .map((position, index) => ({ position, index }))
    .toSorted((a, b) => a.position - b.position)
  const offsets: number[] = []
  let span = 0
  for (const { index } of order) {
    offsets.push(span)
    span += typeof gap === 'number' ? gap : gap[index]!
  }
  const length = offsets.at(-1) ?? 0
  const tightness = length > 0 ? Math.min(1, (highest - lowest) / length) : 1
  const offsetOf = (at: number): number => offsets[at]! * tightness
  // Blocks of labels that touch each other; a block sits at the mean of what its members want.
  const blocks: { start: number; size: number; sum: number }[] = []
  order.forEach(({ position }, at) => {
    blocks.push({ start: at, size: 1, sum: position - offsetOf(at) })
    while (blocks.length > 1) {
      const [before, last] = [blocks[blocks.length - 2]!, blocks[blocks.length - 1]!]
      if (before.sum / before.size <= last.sum / last.size) break
      blocks.splice(-2, 2, { start: before.start, size: before.size + last.size, sum: before.sum + last.sum })
    }
  })
  const placed = wanted.slice()
  const latestStart = Math.max(highest - length * tightness, lowest)
  for (const { start, size, sum } of blocks) {
    const offset = Math.min(Math.max(sum / size, lowest), latestStart)
    for (let at = start; at < start + size; at += 1) placed[order[at]!.index] = offset + offsetOf(at)
  }
  return placed
}

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Where a label may stand. Its lines are boxes without width: they keep clear of texts, but may cross each other. */
export interface LabelCandidate {
  boxes: readonly Box[]
}

export const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** For each label, in this order, the first of its places that covers neither `taken` nor a label before it; null where there is none. */
export function placeLabels<P extends LabelCandidate>(
  labels: readonly (readonly P[])[],
  taken: readonly Box[] = []
): (P | null)[] {
  const covered = [...taken]
  return labels.map(places => {
    const free = places.find(({ boxes }) => boxes.every(box => !covered.some(other => overlaps(box, other))))
    if (free === undefined) return null
    covered.push(...free.boxes)
    return free
  })
}
