/** Groups items by key, in the order of first appearance. Map.groupBy does the same, but the oldest supported browsers lack it. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** Parts of a list with at most `size` items each. */
export function* chunksOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

/** A selection after ids are selected or no longer are. */
export function selectIds<Id>(selected: Iterable<Id>, ids: readonly Id[], isOn: boolean): Set<Id> {
  const rest = [...selected].filter(id => !ids.includes(id))
  return new Set(isOn ? [...rest, ...ids] : rest)
}
