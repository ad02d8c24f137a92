// What differs between a published edition and what would be published now.

import { combinesToTooFew, type EditionSums } from '#domain/figures/edition-changes.ts'
import type { CellColumns } from '#server/benchmarks/chart-data/answer-source.ts'
import { cellsIn, countedCells, seriesCellKey } from '#server/benchmarks/chart-data/series.ts'
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

/**
 * The snapshot without the blocks of what would tell, together with another period's figures, those of the few who have left or joined: of
 * figures that stay the same from period to period, such as beds, the difference of two sums is theirs.
 */
export function withoutLeavers(
  snapshot: Snapshot,
  otherPeriods: readonly Snapshot[],
  minimumCount: number
): Snapshot {
  const here = byLineage(snapshot)
  const others = otherPeriods.map(byLineage)
  const isTelling = (division: EditionDivision): boolean =>
    others.some(other =>
      toldOfCells([other, { ...here, divisions: [division] }]).some(
        told => told.length > 1 && combinesToTooFew(told, minimumCount)
      )
    )
  return {
    ...snapshot,
    divisions: snapshot.divisions.map((division, index) =>
      isTelling(here.divisions[index]!) ? { ...division, blocks: [] } : division
    )
  }
}

/** The same with the lineage, which stays the same from period to period, for the submission. */
function byLineage({ submissions, cells, divisions }: Snapshot): Snapshot {
  const lineages = new Map(submissions.map(one => [one.submission_id, one.lineage_id]))
  const lineagesOf = (ids: readonly number[]): number[] => ids.map(id => lineages.get(id) ?? 0)
  return {
    submissions: submissions.map(one => ({ ...one, submission_id: one.lineage_id })),
    cells: cells.map(cell => ({
      ...cell,
      submission_ids: lineagesOf(cell.submission_ids),
      skipped_ids: lineagesOf(cell.skipped_ids),
      unavailable_ids: lineagesOf(cell.unavailable_ids)
    })),
    divisions: divisions.map(({ formulas, blocks }) => ({ formulas, blocks: blocks.map(lineagesOf) }))
  }
}

/** The cells that formulas count, each with those that it is divided by: where one of these changes, its share of the formula does. */
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
  const numbers = numbersByCell(cells.filter(cell => places.includes(seriesCellKey(cell))))
  const organisations = new Map(submissions.map(one => [one.submission_id, one.organisation_id]))
  return {
    blocks,
    figureOf: id => places.map(place => numbers.get(place)?.get(id) ?? '').join(' '),
    organisationOf: id => organisations.get(id) ?? 0
  }
}

/** Submissions whose number in a cell has changed or become (not) available, or that were added or removed. */
function changedSubmissions(before: readonly CellColumns[], after: readonly CellColumns[]): Set<number> {
  const changed = new Set<number>()
  const [earlier, later] = [numbersByCell(before, true), numbersByCell(after, true)]
  for (const place of new Set([...earlier.keys(), ...later.keys()])) {
    const [was, is] = [earlier.get(place) ?? NO_NUMBERS, later.get(place) ?? NO_NUMBERS]
    for (const id of new Set([...was.keys(), ...is.keys()])) if (was.get(id) !== is.get(id)) changed.add(id)
  }
  return changed
}

const NO_NUMBERS: ReadonlyMap<number, number> = new Map()

/** A skipped cell is a different number from a missing one. So is one that is not available, but only releases tell it. */
const numbersByCell = (
  cells: readonly CellColumns[],
  withUnavailable = false
): Map<string, ReadonlyMap<number, number>> =>
  new Map(
    cells.map(cell => [
      seriesCellKey(cell),
      new Map([
        ...(withUnavailable ? cell.unavailable_ids : []).map((id): [number, number] => [
          id,
          Number.POSITIVE_INFINITY
        ]),
        ...cell.skipped_ids.map((id): [number, number] => [id, Number.NEGATIVE_INFINITY]),
        ...cell.submission_ids.map((id, index): [number, number] => [id, cell.numbers[index]!])
      ])
    ])
  )
