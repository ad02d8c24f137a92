// Calculates the figures of a chart from the answers behind it.

import { VALUE_NOTES } from '#contract/chart-values.ts'
import { plus, ratioOf, times } from '#domain/figures/decimals.ts'
import type { Database } from '#server/database/schema.ts'
import type { AnswerSource, CellColumns } from './answer-source.ts'
import { answersIn, readCellAnswers, type CellAnswers } from './cell-answers.ts'
import { NO_FIGURE, SealedFigures, type SubmissionFigure } from './sealed-figures.ts'
import {
  CELL_ROLES,
  cellsOfSeries,
  seriesCellKey,
  type SeriesCell,
  type CellRole,
  type SeriesPlan
} from './series.ts'

/** Figures by series (its display_order) and submission. Submissions without answers are missing. */
export async function figuresOf(
  database: Database,
  source: AnswerSource,
  series: readonly SeriesPlan[]
): Promise<SealedFigures> {
  const cells = distinctCells(series)
  return new SealedFigures(figuresFrom(series, cells, await readCellAnswers(database, source, cells)))
}

/** Figures by series and submission, of cells that are known already. */
export function figuresBySeries(
  series: readonly SeriesPlan[],
  columns: readonly CellColumns[]
): Map<number, ReadonlyMap<number, SubmissionFigure>> {
  const cells = distinctCells(series)
  return figuresFrom(series, cells, answersIn(cells, columns))
}

/** Every cell once. */
export const distinctCells = (series: readonly SeriesPlan[]): SeriesCell[] => [
  ...new Map(series.flatMap(cellsOfSeries).map(cell => [seriesCellKey(cell), cell])).values()
]

function figuresFrom(
  series: readonly SeriesPlan[],
  cells: readonly SeriesCell[],
  answered: ReadonlyMap<number, CellAnswers>
): Map<number, ReadonlyMap<number, SubmissionFigure>> {
  const numbers = new Map(cells.map((cell, index) => [seriesCellKey(cell), index]))
  return new Map(
    series.map((plan): [number, ReadonlyMap<number, SubmissionFigure>] => {
      const numbered = numberedCells(plan, numbers)
      return [
        plan.displayOrder,
        new Map([...answered].map(([id, answers]) => [id, submissionFigure(plan, numbered, answers)]))
      ]
    })
  )
}

/** A cell by its number, and what it counts. */
interface NumberedCell {
  cell: number
  factor: number
}

/** The cells of each role by number, without duplicates. */
function numberedCells(
  plan: SeriesPlan,
  numbers: ReadonlyMap<string, number>
): Record<CellRole, readonly NumberedCell[]> {
  const of = (role: CellRole): NumberedCell[] => [
    ...new Map(
      plan.cells[role].map(cell => [
        seriesCellKey(cell),
        { cell: numbers.get(seriesCellKey(cell))!, factor: cell.factor }
      ])
    ).values()
  ]
  return {
    value: of('value'),
    numerator: of('numerator'),
    denominator: of('denominator'),
    standard_deviation: of('standard_deviation')
  }
}

/**
 * A missing cell makes the figure missing; a cell that does not apply adds nothing. Division by 0 is
 * missing.
 */
function submissionFigure(
  plan: SeriesPlan,
  cells: Record<CellRole, readonly NumberedCell[]>,
  answers: CellAnswers
): SubmissionFigure {
  const total = (role: CellRole): number | null => roleTotal(cells[role], plan.cells[role].length, answers)
  const note = missingNote(plan, cells, answers)
  const { isUnfinished } = answers
  if (plan.cells.denominator.length === 0) {
    const sum = total('value')
    return {
      ...NO_FIGURE,
      value: sum === null ? null : ratioOf(sum, 1, plan.multiplier),
      note: sum === null ? note : null,
      isUnfinished
    }
  }
  const [numerator, denominator] = [total('numerator'), total('denominator')]
  const parts = { numerator, denominator, standardDeviation: total('standard_deviation'), isUnfinished }
  if (numerator === null || denominator === null) return { value: null, ...parts, note }
  if (denominator === 0) return { value: null, ...parts, note: VALUE_NOTES.noDenominator }
  return { value: ratioOf(numerator, denominator, plan.multiplier), ...parts, note: null }
}

/** Why a figure is missing; null if an answer is. */
function missingNote(
  plan: SeriesPlan,
  cells: Record<CellRole, readonly NumberedCell[]>,
  { few, unavailable, skipped, numbers }: CellAnswers
): string | null {
  const isAmong = (among: readonly number[]): boolean =>
    CELL_ROLES.some(role => cells[role].some(({ cell }) => among.includes(cell)))
  if (isAmong(few)) return VALUE_NOTES.tooFewCases
  if (isAmong(unavailable)) return VALUE_NOTES.notAvailable
  const asked = CELL_ROLES.filter(role => plan.cells[role].length > 0)
  const isAnswered = ({ cell }: NumberedCell): boolean =>
    skipped.includes(cell) || !Number.isNaN(numbers[cell]!)
  const isSkipped = (role: CellRole): boolean => cells[role].every(({ cell }) => skipped.includes(cell))
  return asked.some(isSkipped) && asked.every(role => cells[role].every(isAnswered))
    ? VALUE_NOTES.notApplicable
    : null
}

/** The sum of a role's cells, always in the same order; null if one of them is missing. */
function roleTotal(
  cells: readonly NumberedCell[],
  wanted: number,
  { numbers, skipped }: CellAnswers
): number | null {
  let [total, known, without] = [0, 0, 0]
  for (const { cell, factor } of cells) {
    const number = numbers[cell]!
    if (!Number.isNaN(number)) {
      total = plus(total, times(number, factor))
      known += 1
    }
    if (skipped.includes(cell)) without += 1
  }
  return known > 0 && known + without === wanted ? total : null
}
