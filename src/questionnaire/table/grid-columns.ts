// How wide a grid's columns are and to which side they stand, by what is entered in them.
import type { QuestionType } from '#contract/questionnaires.ts'
import { isNumeric } from '#domain/cell-rules.ts'
import type { CellModel, TableModel } from '../state/model.ts'
import { isRepeating } from '../state/repeating-rows.ts'

const NAME = 224
/** 'Row 12' and the button beside it. */
const ROW_NUMBER = 96
const FIGURE = 88

const widths: Partial<Record<QuestionType, number>> = {
  date: 128,
  single_choice: 120,
  yes_no: 104,
  text: 144,
  long_text: 224,
  multiple_choice: 224
}

export interface GridColumns {
  template: string
  /** Below it the grid scrolls sideways. */
  minWidth: number
  /** By column: words stand to the left, figures to the right. */
  isText: boolean[]
}

export function gridColumns(table: TableModel): GridColumns {
  const columns = table.columnNames.map((_, column) => table.cells.flatMap(row => row[column] ?? []))
  const answers = columns.map(cells =>
    Math.max(FIGURE, ...cells.map(({ question }) => widths[question.question_type] ?? FIGURE))
  )
  const all = table.subSection.show_row_totals ? [...answers, FIGURE] : answers
  const name = isRepeating(table) ? ROW_NUMBER : NAME
  return {
    template: [`${name}px`, ...all.map(width => `minmax(${width}px,${width}fr)`)].join(' '),
    minWidth: all.reduce((sum, width) => sum + width, name),
    isText: columns.map(cells => cells.length > 0 && cells.every(isText))
  }
}

const isText = ({ question: { question_type: type } }: CellModel): boolean =>
  !isNumeric(type) && type !== 'calculated'
