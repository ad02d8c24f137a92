// What a grid's cells have in common is stated once: per row, per column, or in notes below the grid.

import type { CellModel, TableModel } from '#browser/section/state/model.ts'
import { isRepeating } from '#browser/section/state/repeating-rows.ts'
import type { Question } from '#contract/questionnaires.ts'
import { isAnswerable } from '#domain/answers/cell-rules.ts'
import { guidanceOf, howToAnswer } from './instructions.ts'

const MAX_NOTED_NAMES = 6

/** The unit of each row; null if some row has several. */
export const rowUnits = (table: TableModel): string[] | null => gridUnits(table.cells)

/** The unit of each column; null if some column has several. */
export const columnUnits = (table: TableModel): string[] | null =>
  gridUnits(table.columnNames.map((_, column) => table.cells.map(row => row[column] ?? null)))

function gridUnits(lines: readonly (readonly (CellModel | null)[])[]): string[] | null {
  const units = lines.map(line => [
    ...new Set(line.flatMap(cell => (cell === null || cell.question.unit === '' ? [] : [cell.question.unit])))
  ])
  return units.every(names => names.length <= 1) ? units.map(names => names[0] ?? '') : null
}

/** Notes on how to answer, each with the rows or cells it applies to. */
export function gridNotes(table: TableModel, withUnits: boolean): string[] {
  const about = new Map<string, string[]>()
  const add = (note: string, name: string): void => void about.set(note, [...(about.get(note) ?? []), name])
  // Repeating rows are all answered alike: a note on the first applies to all.
  if (isRepeating(table)) {
    for (const cell of table.cells[0] ?? [])
      if (cell !== null && isAnswerable(cell.question))
        add(noteOf(cell.question, withUnits), table.columnNames[cell.column] ?? '')
    return groupedNotes(about)
  }
  table.cells.forEach((line, row) => {
    const cells = line.filter(cell => cell !== null && isAnswerable(cell.question)) as CellModel[]
    const notes = new Set(cells.map(cell => noteOf(cell.question, withUnits)))
    const [only] = notes
    if (notes.size === 1 && only !== undefined) add(only, table.rowNames[row] ?? '')
    else for (const cell of cells) add(noteOf(cell.question, withUnits), cell.name)
  })
  return groupedNotes(about)
}

const groupedNotes = (about: ReadonlyMap<string, string[]>): string[] =>
  [...about].map(([note, names]) =>
    about.size === 1 ? `All cells: ${note}` : `${shortList(names)}: ${note}`
  )

function noteOf(question: Question, withUnit: boolean): string {
  const unit = withUnit && question.unit !== '' ? ` in ${question.unit}` : ''
  return [`${howToAnswer(question)}${unit}.`, question.is_required ? 'Required.' : '', guidanceOf(question)]
    .filter(text => text !== '')
    .join(' ')
}

const shortList = (names: string[]): string =>
  names.length > MAX_NOTED_NAMES
    ? `${names.slice(0, MAX_NOTED_NAMES).join('; ')} and ${names.length - MAX_NOTED_NAMES} more`
    : names.join('; ')
