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

/** Figures of different kinds, such as durations and numbers, have neither; steps of a scale have a mean only. */
function sumAndMean(figures: readonly { cell: CellModel; value: number }[]): string[] {
  const [figureText, ...others] = new Set(figures.map(({ cell }) => typeOf(cell.question).figureText))
  if (figureText === undefined || others.length > 0) return []
  const sum = figures.reduce((total, { value }) => plus(total, value), 0)
  const places = Math.min(9, 1 + Math.max(...figures.map(({ value }) => decimalPlaces(value))))
  const ratio = ratioOf(sum, figures.length, 1)
  const isSummed = figures.every(({ cell }) => typeOf(cell.question).isSummed)
  return [
    ...(isSummed ? [`sum ${figureText(sum)}`] : []),
    `mean ${figureText(Number(ratio.toFixed(places)))}`
  ]
}
