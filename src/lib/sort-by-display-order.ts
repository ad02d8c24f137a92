export const sortByDisplayOrder = <T extends { display_order: number }>(list: readonly T[]): T[] =>
  list.toSorted((one, other) => one.display_order - other.display_order)
