interface LoadedPage {
  offset: number
  limit: number
  count: number
}

/** How many rows a list has. Where nobody says it, as many as were seen, and one more after a full page: there may be a next one. */
export const totalOf = (total: number | undefined, { offset, limit, count }: LoadedPage): number =>
  total ?? offset + count + (count < limit ? 0 : 1)
