// A section as the engine sees it: every cell by its key, and each sub-section as a table for the cursor,
// totals and paste.

import type { Question, Section, SectionQuestions, SubSection } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { isAnswerable } from '#domain/answers/cell-rules.ts'
import { withBlankRows } from '#domain/answers/repeating.ts'
import { planDerivation, type DerivationPlan } from '#domain/formulas/derivation.ts'

export interface CellModel {
  key: string
  question: Question
  table: TableModel
  /** Position in the table, from 0. */
  row: number
  column: number
  /** The cell's full name outside its table: 'Day shift, actual hours, Band 6'. */
  name: string
}

export interface TableModel {
  id: string
  kind: 'grid' | 'list'
  subSection: SubSection
  rowNames: string[]
  columnNames: string[]
  /** By row, then column; null where there is no question. */
  cells: (CellModel | null)[][]
}

export interface SectionModel {
  section: Section
  tables: TableModel[]
  cells: Map<string, CellModel>
  /** Each key's position in reading order. */
  order: Map<string, number>
  derivation: DerivationPlan
}

const compareByOrder = (one: { display_order: number }, other: { display_order: number }): number =>
  one.display_order - other.display_order

export function buildModel({ section, sub_sections }: SectionQuestions): SectionModel {
  const tables = sub_sections.toSorted(compareByOrder).map(withBlankRows).flatMap(tablesOf)
  const cells = new Map(
    tables
      .flatMap(table => table.cells.flat())
      .flatMap(cell => (cell === null ? [] : [[cell.key, cell] as const]))
  )
  const order = new Map([...cells.keys()].map((key, index) => [key, index]))
  return {
    section,
    tables,
    cells,
    order,
    derivation: planDerivation([...cells.values()].map(cell => cell.question))
  }
}

/** A grid, preceded by a list of the questions that have no row or column in it. */
function tablesOf(subSection: SubSection): TableModel[] {
  if (subSection.layout === 'list') return [listTable(subSection, subSection.questions)]
  const rowIds = subSection.rows.toSorted(compareByOrder)
  const columnIds = subSection.columns.toSorted(compareByOrder)
  const rowAt = new Map(rowIds.map((row, index) => [row.row_id, index]))
  const columnAt = new Map(columnIds.map((column, index) => [column.column_id, index]))
  const table: TableModel = {
    id: `grid-${subSection.sub_section_id}`,
    kind: 'grid',
    subSection,
    rowNames: rowIds.map(row => row.row_name),
    columnNames: columnIds.map(column => column.column_name),
    cells: rowIds.map(() => columnIds.map(() => null))
  }
  const loose: Question[] = []
  for (const question of subSection.questions) {
    const [row, column] = [rowAt.get(question.row_id), columnAt.get(question.column_id)]
    const cells = row === undefined ? undefined : table.cells[row]
    if (cells === undefined || row === undefined || column === undefined) loose.push(question)
    else
      cells[column] = {
        key: cellKey(question),
        question,
        table,
        row,
        column,
        name: `${table.rowNames[row]}, ${table.columnNames[column]}`
      }
  }
  return loose.length > 0 ? [listTable(subSection, loose), table] : [table]
}

function listTable(subSection: SubSection, questions: Question[]): TableModel {
  const table: TableModel = {
    id: `list-${subSection.sub_section_id}`,
    kind: 'list',
    subSection,
    rowNames: questions.map(question => question.question_text),
    columnNames: [''],
    cells: []
  }
  table.cells = questions.map((question, row) => [
    { key: cellKey(question), question, table, row, column: 0, name: question.question_text }
  ])
  return table
}

/** Names of rows and columns are the same whatever their case and spaces. */
export const foldLineName = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** A row or a column of a table, counted from 0. */
export type TableLine = { is: 'row' | 'column'; at: number }

/** The name under which a line's changes can be subscribed to. */
export const tableLineName = (table: TableModel, line: TableLine): string =>
  `${table.id}/${line.is}/${line.at}`

export const totalName = (table: TableModel, line: TableLine): string =>
  `total of ${tableLineName(table, line)}`

export const cellAt = (table: TableModel, row: number, column: number): CellModel | null =>
  table.cells[row]?.[column] ?? null

/** Whether the window of its section leaves a cell open, if it opens only some. */
export const isEditable = (cell: CellModel | null): cell is CellModel =>
  isOpenCell(cell) && cell.question.is_closed !== true

export const isOpenCell = (cell: CellModel | null): cell is CellModel =>
  cell !== null && isAnswerable(cell.question)
