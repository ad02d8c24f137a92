// Solves for single unknowns in a system of sums, independently of the product's own calculation: by rank, modulo a large prime.
const PRIME = 67_108_859

const times = (a: number, b: number): number => (a * b) % PRIME

function inverse(value: number): number {
  let [result, base, exponent] = [1, value, PRIME - 2]
  while (exponent > 0) {
    if (exponent % 2 === 1) result = times(result, base)
    base = times(base, base)
    exponent = Math.floor(exponent / 2)
  }
  return result
}

/** The independent rows of a matrix. */
export function independentRows(matrix: readonly (readonly number[])[]): number[][] {
  const left = matrix.map(row => row.map(value => ((value % PRIME) + PRIME) % PRIME))
  const rows: number[][] = []
  const width = left[0]?.length ?? 0
  for (let column = 0; column < width; column += 1) {
    const at = left.findIndex(row => row[column] !== 0)
    if (at < 0) continue
    const [found] = left.splice(at, 1)
    const factor = inverse(found![column]!)
    const pivot = found!.map(value => times(value, factor))
    for (const row of left) {
      const share = row[column]!
      if (share !== 0)
        for (const [index, value] of pivot.entries())
          row[index] = (row[index]! + PRIME - times(share, value)) % PRIME
    }
    rows.push(pivot)
  }
  return rows
}

/** Returns whether some combination of the rows involves only the given columns. Thousands of rows are reduced once, not for each question. */
export function solverOf(rows: readonly (readonly number[])[]): (columns: ReadonlySet<number>) => boolean {
  const basis = independentRows(rows)
  return columns => {
    const without = basis.map(row => row.filter((_, index) => !columns.has(index)))
    return independentRows(without).length < basis.length
  }
}
