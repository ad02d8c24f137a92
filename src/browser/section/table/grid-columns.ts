// The widths and alignments of a grid's columns, by question type.

import type { CellModel, TableModel } from '#browser/section/state/model.ts'
import { isRepeating } from '#browser/section/state/repeating-rows.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { fieldOf } from './fields.tsx'

/** In a small window the names take two fifths at most and wrap (product 25). */
const NAME_WIDTH = 'min(224px, 40vw)'
/** 'Row 12' and its button. */
const ROW_NUMBER_WIDTH = '96px'
const FIGURE_WIDTH = 88

export interface GridColumns {
  template: string
  /** Below this width the grid scrolls sideways. */
  minWidth: string
  /** By column: text left, figures right. */
  isText: boolean[]
}

/** `leastName` is how narrow the names may become before the grid scrolls. */
export function gridColumns(table: TableModel, leastName = NAME_WIDTH): GridColumns {
  const columns = table.columnNames.map((_, column) => table.cells.flatMap(row => row[column] ?? []))
  const answers = columns.map(cells =>
    Math.max(FIGURE_WIDTH, ...cells.map(({ question }) => fieldOf(question).gridWidth(question)))
  )
  const all = table.subSection.show_row_totals ? [...answers, FIGURE_WIDTH] : answers
  const [least, most] = isRepeating(table) ? [ROW_NUMBER_WIDTH, ROW_NUMBER_WIDTH] : [leastName, NAME_WIDTH]
  return {
    template: [
      least === most ? most : `minmax(${least},${most})`,
      ...all.map(width => `minmax(${width}px,${width}fr)`)
    ].join(' '),
    minWidth: `calc(${least} + ${all.reduce((sum, width) => sum + width, 0)}px)`,
    isText: columns.map(cells => cells.length > 0 && cells.every(isLeftAligned))
  }
}

const isLeftAligned = ({ question }: CellModel): boolean => typeOf(question).align === 'left'
