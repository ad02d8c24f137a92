// What differs between a published edition and what would be published now.
import type { ComparedEdition } from '#domain/edition-changes.ts'
import type { CellColumns } from '../chart-data/cell-answers.ts'
import { placeOf } from '../chart-data/cell-answers.ts'
import type { EditionDivision, Snapshot } from './snapshot.ts'

/** How many organisations have other figures than before, or were not there. */
export function changedOrganisations(before: Snapshot, after: Snapshot): number {
  const changed = changedSubmissions(before.cells, after.cells)
  const organisations = [...before.submissions, ...after.submissions].flatMap(
    ({ submission_id, organisation_id }) => (changed.has(submission_id) ? [organisation_id] : [])
  )
  return new Set(organisations).size
}

interface DivisionChange {
  earlier: ComparedEdition
  later: ComparedEdition
  isChanged: (submissionId: number) => boolean
}

/** The divisions of two editions that something is calculated of in both. */
export function changedSince(before: Snapshot, after: Snapshot): DivisionChange[] {
  const organisations = new Map(
    [...before.submissions, ...after.submissions].map(one => [one.submission_id, one.organisation_id])
  )
  const compared = ({ blocks }: EditionDivision): ComparedEdition => ({
    blocks,
    organisationOf: id => organisations.get(id) ?? 0
  })
  return before.divisions.flatMap(earlier =>
    after.divisions
      .filter(later => later.formulas.some(formula => earlier.formulas.includes(formula)))
      .map(later => {
        const isIn = cellsIn([...earlier.formulas, ...later.formulas])
        const changed = changedSubmissions(before.cells.filter(isIn), after.cells.filter(isIn))
        return {
          earlier: compared(earlier),
          later: compared(later),
          isChanged: (id: number) => changed.has(id)
        }
      })
  )
}

/** Whether a cell is part of one of the formulas. */
function cellsIn(formulas: readonly string[]): (cell: CellColumns) => boolean {
  const places = new Set(formulas.flatMap(formula => formula.match(/\d+\/\d+\/\d+/g) ?? []))
  return cell => places.has(placeOf(cell))
}

/** Submissions whose number in a cell is another one, came, or went. */
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

/** A cell that was skipped counts as another number than one that is missing. */
const numbersByCell = (cells: readonly CellColumns[]): Map<string, ReadonlyMap<number, number>> =>
  new Map(
    cells.map(cell => [
      placeOf(cell),
      new Map([
        ...cell.skipped_ids.map((id): [number, number] => [id, Number.NEGATIVE_INFINITY]),
        ...cell.submission_ids.map((id, index): [number, number] => [id, cell.numbers[index]!])
      ])
    ])
  )
