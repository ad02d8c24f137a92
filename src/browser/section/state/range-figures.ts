// The sum, mean and number of the figures in a range.

import { decimalPlaces } from '#domain/answers/number-input.ts'
import { holdsNumber, typeOf } from '#domain/answers/question-types.ts'
import { plus, ratioOf } from '#domain/figures/decimals.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { cellsInRange, rectangleOf, rangeSize, type CellRange } from './cell-range.ts'
import type { CellStore } from './cell-store.ts'
import type { CellModel } from './model.ts'
import { cellFigure } from './totals.ts'

/** '12 cells · sum 5,132 · mean 427.7'; empty for a single cell. Totals are not counted: their cells are. */
export function rangeSummary(store: CellStore, range: CellRange | null): string {
  const size = range === null ? 1 : rangeSize(rectangleOf(range))
  if (range === null || size === 1) return ''
  const figures = cellsInRange(range)
    .filter(({ question }) => holdsNumber(question))
    .flatMap(cell => {
      const value = cellFigure(store, cell)
      return typeof value === 'number' ? [{ cell, value }] : []
    })
  const answered =
    figures.length === 0 || figures.length === size ? [] : [`${formatCount(figures.length)} with figures`]
  return [countOf(size, 'cell'), ...answered, ...sumAndMean(figures)].join(' · ')
}

/** The sums of a range's figures now and in the last period, of all its cells that have both. */
export interface FormerSum {
  periodName: string
  /** Its first cell, whose kind of figure all share. */
  cell: CellModel
  count: number
  former: number
  now: number
}

/** Null where nothing can be added, or no cell has both figures. */
export function formerSum(store: CellStore, range: CellRange): FormerSum | null {
  const pairs = cellsInRange(range).flatMap(cell => {
    const { previous_answer: last } = cell.question
    const now = cellFigure(store, cell)
    return last && typeof last.value === 'number' && typeof now === 'number'
      ? [{ cell, former: last.value, now, periodName: last.time_period_name }]
      : []
  })
  const [first] = pairs
  const kinds = new Set(pairs.map(({ cell: { question } }) => `${question.question_type} ${question.unit}`))
  if (first === undefined || kinds.size > 1 || !typeOf(first.cell.question).isSummed) return null
  return {
    periodName: first.periodName,
    cell: first.cell,
    count: pairs.length,
    former: pairs.reduce((sum, { former }) => plus(sum, former), 0),
    now: pairs.reduce((sum, { now }) => plus(sum, now), 0)
  }
}

/** Figures of different kinds or units, such as durations and numbers or hours and pounds, have neither; steps of a scale have a mean only. */
function sumAndMean(figures: readonly { cell: CellModel; value: number }[]): string[] {
  const [figureText, ...others] = new Set(figures.map(({ cell }) => typeOf(cell.question).figureText))
  const units = new Set(figures.map(({ cell }) => cell.question.unit))
  if (figureText === undefined || others.length > 0 || units.size > 1) return []
  const sum = figures.reduce((total, { value }) => plus(total, value), 0)
  const places = Math.min(9, 1 + Math.max(...figures.map(({ value }) => decimalPlaces(value))))
  const ratio = ratioOf(sum, figures.length, 1)
  const isSummed = figures.every(({ cell }) => typeOf(cell.question).isSummed)
  return [
    ...(isSummed ? [`sum ${figureText(sum)}`] : []),
    `mean ${figureText(Number(ratio.toFixed(places)))}`
  ]
}
