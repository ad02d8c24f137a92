// Rows that together contain every pair of values of any two parameters: most faults need only one value or a pair, and testing all combinations
// would take thousands of rows.

export type Parameters = Readonly<Record<string, readonly string[]>>
export type Row<P extends Parameters> = { [K in keyof P]: P[K][number] }

/** Whether some row can have these values. */
export type IsPossible<P extends Parameters> = (values: Partial<Row<P>>) => boolean

type Values = Readonly<Record<string, string>>

/** Keys of all pairs in a row. */
function pairsOf(values: Values): string[] {
  const texts = Object.entries(values)
    .map(([parameter, value]) => `${parameter}=${value}`)
    .toSorted()
  return texts.flatMap((one, index) => texts.slice(index + 1).map(other => `${one}&${other}`))
}

/** Every pair that a row can hold, by its key. */
export function possiblePairs<P extends Parameters>(
  parameters: P,
  isPossible: IsPossible<P>
): Map<string, Values> {
  const choices = Object.entries(parameters).map(([name, values]) => values.map(value => ({ [name]: value })))
  const pairs = choices.flatMap((ones, index) =>
    ones.flatMap(one =>
      choices.slice(index + 1).flatMap(others => others.map((other): Values => ({ ...one, ...other })))
    )
  )
  return new Map(
    pairs.filter(pair => isPossible(pair as Partial<Row<P>>)).map(pair => [pairsOf(pair)[0] ?? '', pair])
  )
}

/** A covering array of strength two. Always the same rows for the same parameters. */
export function coveringArray<P extends Parameters>(
  parameters: P,
  isPossible: IsPossible<P> = () => true
): Row<P>[] {
  const missing = possiblePairs(parameters, isPossible)
  const uses = new Map<string, number>()
  const names = Object.keys(parameters)
  const useOf = (name: string, value: string): number => uses.get(`${name}=${value}`) ?? 0

  /** Completes a row with the values that cover the most missing pairs; null if none fits. */
  function complete(row: Values): Values | null {
    const name = names.find(one => !(one in row))
    if (name === undefined) return row
    const ranked = (parameters[name] ?? [])
      .map(value => ({ value, next: { ...row, [name]: value } as Values }))
      .filter(({ next }) => isPossible(next as Partial<Row<P>>))
      .map(one => ({ ...one, gain: pairsOf(one.next).filter(pair => missing.has(pair)).length }))
      .toSorted((one, other) => other.gain - one.gain || useOf(name, one.value) - useOf(name, other.value))
    for (const { next } of ranked) {
      const found = complete(next)
      if (found) return found
    }
    return null
  }

  const rows: Row<P>[] = []
  // Pairs that earlier rows cover have been deleted from the map.
  for (const [key, pair] of missing) {
    const row = complete(pair)
    if (row === null) throw new Error(`No row can hold ${key}.`)
    for (const [name, value] of Object.entries(row)) uses.set(`${name}=${value}`, useOf(name, value) + 1)
    for (const held of pairsOf(row)) missing.delete(held)
    rows.push(row as Row<P>)
  }
  return rows
}
