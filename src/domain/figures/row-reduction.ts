// Systems of linear equations, by Gauss and Jordan.

/** Smaller numbers are rounding noise. */
export const EPSILON = 1e-9

export const dotProduct = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * b[index]!, 0)

/** A basis of the vectors whose product with every row is zero. */
export function kernelOf(rows: readonly (readonly number[])[], width: number): number[][] {
  const { rows: echelon, pivots } = reduceRows(rows)
  const free = Array.from({ length: width }, (_, column) => column).filter(column => !pivots.includes(column))
  return free.map(column => {
    const vector = Array.from({ length: width }, () => 0)
    vector[column] = 1
    for (const [index, pivot] of pivots.entries()) vector[pivot] = -echelon[index]![column]!
    return vector
  })
}

/** The reduced row echelon form: independent rows that span the same space, and the column in which each of them begins. */
export function reduceRows(matrix: readonly (readonly number[])[]): { rows: number[][]; pivots: number[] } {
  const left = matrix.map(row => [...row])
  const rows: number[][] = []
  const pivots: number[] = []
  const width = left[0]?.length ?? 0
  for (let column = 0; column < width && left.length > 0; column += 1) {
    const at = left.reduce(
      (best, row, index) => (Math.abs(row[column]!) > Math.abs(left[best]![column]!) ? index : best),
      0
    )
    const factor = left[at]![column]!
    if (Math.abs(factor) < EPSILON) continue
    const pivot = left.splice(at, 1)[0]!.map(value => value / factor)
    for (const row of [...left, ...rows]) {
      const times = row[column]!
      if (times !== 0) for (const [index, value] of pivot.entries()) row[index] = row[index]! - times * value
    }
    rows.push(pivot)
    pivots.push(column)
  }
  return { rows, pivots }
}
