// What differs between a published edition and what would be published now.

import type { EditionSums } from '#domain/figures/edition-changes.ts'
import type { CellColumns } from '#server/benchmarks/chart-data/cell-answers.ts'
import { cellPlace } from '#server/benchmarks/chart-data/cell-answers.ts'
import { cellsIn, countedCells } from '#server/benchmarks/chart-data/series.ts'
import type { EditionDivision, Snapshot } from './snapshot.ts'

/** How many organisations have changed figures or are new. */
export function changedOrganisations(before: Snapshot, after: Snapshot): number {
  const changed = changedSubmissions(before.cells, after.cells)
  const organisations = [...before.submissions, ...after.submissions].flatMap(
    ({ submission_id, organisation_id }) => (changed.has(submission_id) ? [organisation_id] : [])
  )
  return new Set(organisations).size
}

/**
 * What the editions disclose of each cell that the newest one's charts count, oldest edition first. Each cell is checked by itself, because
 * the figures of a chart that counts several cells can reveal those of one.
 */
export function toldOfCells(editions: readonly Snapshot[]): EditionSums[][] {
  const newest = editions.at(-1)!
  return [...new Set(newest.divisions.flatMap(countsIn))].map(count => {
    const [counted = '', ...divisors] = count.split(' ')
    return editions.flatMap(edition => {
      const division = edition.divisions.find(({ formulas }) =>
        formulas.some(formula => countedCells(formula).includes(counted))
      )
      return division ? [toldOf(edition, division, [counted, ...divisors])] : []
    })
  })
}

/** The cells that formulas count, each with its denominators: if one of these changes, so does its share of the formula. */
const countsIn = ({ formulas }: EditionDivision): string[] =>
  formulas.flatMap(formula => {
    const divisors = cellsIn(formula.split(')/(')[1] ?? '').toSorted()
    return countedCells(formula).map(place => [place, ...divisors].join(' '))
  })

function toldOf(
  { submissions, cells }: Snapshot,
  { blocks }: EditionDivision,
  places: readonly string[]
): EditionSums {
  const numbers = numbersByCell(cells.filter(cell => places.includes(cellPlace(cell))))
  const organisations = new Map(submissions.map(one => [one.submission_id, one.organisation_id]))
  return {
    blocks,
    figureOf: id => places.map(place => numbers.get(place)?.get(id) ?? '').join(' '),
    organisationOf: id => organisations.get(id) ?? 0
  }
}

/** Submissions whose number in a cell has changed, or that were added or removed. */
function changedSubmissions(before: readonly CellColumns[], after: readonly CellColumns[]): Set<number> {
  const changed = new Set<number>()
  const [earlier, later] = [numbersByCell(before), numbersByCell(after)]
  for (const place of new Set([...earlier.keys(), ...later.keys()])) {
    const [was, is] = [earlier.get(place) ?? NO_NUMBERS, later.get(place) ?? NO_NUMBERS]
    for (const id of new Set([...was.keys(), ...is.keys()])) if (was.get(id) !== is.get(id)) changed.add(id)
  }
  return changed
}

const NO_NUMBERS: ReadonlyMap<number, number> = new Map()

/** A skipped cell is a different number from a missing one. */
const numbersByCell = (cells: readonly CellColumns[]): Map<string, ReadonlyMap<number, number>> =>
  new Map(
    cells.map(cell => [
      cellPlace(cell),
      new Map([
        ...cell.skipped_ids.map((id): [number, number] => [id, Number.NEGATIVE_INFINITY]),
        ...cell.submission_ids.map((id, index): [number, number] => [id, cell.numbers[index]!])
      ])
    ])
  )
