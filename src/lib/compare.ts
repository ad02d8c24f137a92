const nameCollator = new Intl.Collator('en', { numeric: true })

/** The order of two names; numbers in them count as numbers, so that Ward 2 comes before Ward 10. */
export const compareNames = (one: string, other: string): number => nameCollator.compare(one, other)

type Sortable = string | number | null

/** The order of two values of a sorted column: numbers by value, texts as names. null is last in either direction. */
export function compareForSort(one: Sortable, other: Sortable, isDescending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const order =
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : compareNames(String(one), String(other))
  return isDescending ? -order : order
}

export const sortByDisplayOrder = <T extends { display_order: number }>(list: readonly T[]): T[] =>
  list.toSorted((one, other) => one.display_order - other.display_order)
