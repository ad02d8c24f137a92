// Whether known sums can be combined, by adding and subtracting them, until figures of few organisations are left.

import { EPSILON, kernelOf, dotProduct, reduceRows } from '#domain/figures/row-reduction.ts'
import { groupBy } from '#lib/group-by.ts'

/** A term of a sum. The same `figure` is the same unknown in every sum. */
export interface Addend {
  figure: string
  organisationId: number
}

export type KnownSum = readonly Addend[]

/** With more combinations to try, the answer is yes without trying them. */
const MAX_COMBINATIONS = 20_000

/** Figures that occur in the same sums: no combination can tell them apart. */
interface Unknown {
  organisations: ReadonlySet<number>
  /** 1 for each sum that it is in. */
  column: readonly number[]
}

/** Whether a combination of the sums is about at least one and at most `most` organisations. */
export function isolatesFew(sums: readonly KnownSum[], most: number): boolean {
  const unknowns = unknownsOf(sums)
  const isLarge = ({ organisations }: Unknown): boolean => organisations.size > most
  // Large unknowns must cancel out. For each combination of sums in which they do, its share of every small one.
  const combinations = kernelOf(
    unknowns.filter(isLarge).map(({ column }) => column),
    sums.length
  )
  const small = unknowns.filter(unknown => !isLarge(unknown))
  const { rows: shares } = reduceRows(
    combinations.map(combination => small.map(({ column }) => dotProduct(combination, column)))
  )
  if (shares.length === 0) return false
  return someMinimalSupport(shares, zeros => {
    const organisations = small.flatMap((unknown, index) => (zeros(index) ? [] : [...unknown.organisations]))
    return new Set(organisations).size <= most
  })
}

function unknownsOf(sums: readonly KnownSum[]): Unknown[] {
  const inSums = new Map<string, { organisationId: number; column: number[] }>()
  for (const [index, sum] of sums.entries()) {
    for (const { figure, organisationId } of sum) {
      const known = inSums.get(figure) ?? { organisationId, column: sums.map(() => 0) }
      known.column[index] = 1
      inSums.set(figure, known)
    }
  }
  return [...groupBy([...inSums.values()], ({ column }) => column.join('')).values()].map(alike => ({
    organisations: new Set(alike.map(one => one.organisationId)),
    column: alike[0]!.column
  }))
}

/**
 * Whether `isWanted` holds for a combination of the rows with minimal support. Each such combination is found by demanding zero in one column
 * fewer than there are rows.
 */
function someMinimalSupport(
  rows: readonly (readonly number[])[],
  isWanted: (isZero: (column: number) => boolean) => boolean
): boolean {
  const width = rows[0]!.length
  if (binomial(width, rows.length - 1) > MAX_COMBINATIONS) return true
  return someChoice(width, rows.length - 1, columns => {
    const kernel = kernelOf(
      columns.map(column => rows.map(row => row[column]!)),
      rows.length
    )
    if (kernel.length !== 1) return false
    return isWanted(
      column =>
        Math.abs(
          dotProduct(
            kernel[0]!,
            rows.map(row => row[column]!)
          )
        ) < EPSILON
    )
  })
}

/** Whether `isWanted` holds for any choice of `count` of the numbers below `from`. */
function someChoice(
  from: number,
  count: number,
  isWanted: (numbers: readonly number[]) => boolean,
  start = 0,
  taken: readonly number[] = []
): boolean {
  if (taken.length === count) return isWanted(taken)
  for (let next = start; next <= from - (count - taken.length); next += 1)
    if (someChoice(from, count, isWanted, next + 1, [...taken, next])) return true
  return false
}

function binomial(from: number, count: number): number {
  let result = 1
  for (let index = 0; index < count; index += 1) result = (result * (from - index)) / (index + 1)
  return result
}
