// Finds the cells of a file by the names that people see. Whoever sorts the visible columns alone leaves the
// hidden keys behind, so figures stand beside names that are not those of their keys: the names decide.

import {
  foldLineName,
  type CellModel,
  type SectionModel,
  type TableModel
} from '#browser/section/state/model.ts'
import { columnUnits } from './grid-notes.ts'
import type { FileCell, ImportedFile } from './imported-file.ts'

export interface LocatedCell extends FileCell {
  /** Why it is not clear whose content this is; null if it is. */
  nameFault: string | null
}

export interface LocatedCells {
  cells: LocatedCell[]
  /** How many contents were found by name, away from their keys. */
  moved: number
}

/** The visible name of a cell in a file: in CSV its whole line, in a workbook its row in its table's column. */
function identify(cell: CellModel, fileKind: ImportedFile['fileKind']): { scope: string; name: string } {
  const { table, row, column } = cell
  if (fileKind === 'xlsx')
    return { scope: `${table.id}/${column}`, name: foldLineName(table.rowNames[row] ?? '') }
  return { scope: '', name: foldLineName(csvNameOf(cell)) }
}

/** The name of a cell in CSV. */
export const csvNameOf = ({ table, question, row, column }: CellModel): string =>
  csvCellName([
    table.subSection.sub_section_name,
    question.question_text,
    table.kind === 'grid' ? (table.rowNames[row] ?? '') : '',
    table.kind === 'grid' ? (table.columnNames[column] ?? '') : ''
  ])

/** The name of a CSV line's cell: sub-section, question, row and column. */
export const csvCellName = (names: readonly string[]): string => names.join(' / ')

export function locateByName({ cells, fileKind }: ImportedFile, model: SectionModel): LocatedCells {
  const keysByName = new Map<string, string[]>()
  for (const cell of model.cells.values()) {
    const { scope, name } = identify(cell, fileKind)
    keysByName.set(`${scope} ${name}`, [...(keysByName.get(`${scope} ${name}`) ?? []), cell.key])
  }
  const sources = new Map<string, FileCell[]>()
  const faults = new Map<string, string>()
  for (const entry of cells) {
    const target = namedKey(entry, model, fileKind, keysByName)
    if (target === null) faults.set(entry.key, otherNameFault(entry, model))
    else sources.set(target, [...(sources.get(target) ?? []), entry])
  }
  const located = cells.flatMap(entry => locate(entry, sources.get(entry.key) ?? [], faults.get(entry.key)))
  const moved = [...sources].filter(([key, [first]]) => first !== undefined && first.key !== key).length
  return { cells: located, moved }
}

/** The cell whose content this is; null if its name belongs to no cell, or to several. */
function namedKey(
  { key, name, heading }: FileCell,
  model: SectionModel,
  fileKind: ImportedFile['fileKind'],
  keysByName: ReadonlyMap<string, readonly string[]>
): string | null {
  const cell = model.cells.get(key)
  if (cell === undefined || name === null || name.trim() === '') return key
  const column = columnByHeading(cell, heading)
  const { scope, name: own } = identify({ ...cell, column }, fileKind)
  if (foldLineName(name) === own && column === cell.column) return key
  const [target, ...more] = keysByName.get(`${scope} ${foldLineName(name)}`) ?? []
  return target === undefined || more.length > 0 ? null : target
}

/**
 * The column whose heading stands above a cell; -1 if no column, or several, are called so. Where none of the headings is one of the table, the
 * sheet was rearranged in another way, and the key decides.
 */
function columnByHeading({ table, column }: CellModel, heading: FileCell['heading']): number {
  if (heading === null || table.kind !== 'grid' || heading.own.trim() === '') return column
  const names = headingsOf(table)
  const isCalled = (index: number, text: string): boolean =>
    names[index]?.includes(foldLineName(text)) ?? false
  const columns = table.columnNames.map((_, index) => index)
  if (isCalled(column, heading.own)) return column
  if (!heading.all.some(text => columns.some(index => isCalled(index, text)))) return column
  const [target = -1, ...more] = columns.filter(index => isCalled(index, heading.own))
  return more.length > 0 ? -1 : target
}

function locate(entry: FileCell, sources: readonly FileCell[], fault: string | undefined): LocatedCell[] {
  const [source, ...more] = sources
  if (source === undefined) return fault === undefined ? [] : [{ ...entry, nameFault: fault }]
  const nameFault = more.length > 0 ? `The file has “${source.name}” more than once.` : null
  return [{ ...entry, content: source.content, isFormula: source.isFormula, nameFault }]
}

const headings = new WeakMap<TableModel, string[][]>()

/** What may stand above each column of a table: its name, with its unit or without. */
function headingsOf(table: TableModel): string[][] {
  const known = headings.get(table)
  if (known) return known
  const units = columnUnits(table)
  const names = table.columnNames.map((name, index) =>
    [name, `${name} (${units?.[index] ?? ''})`].map(foldLineName)
  )
  headings.set(table, names)
  return names
}

function otherNameFault({ key, name, heading }: FileCell, model: SectionModel): string {
  const cell = model.cells.get(key)
  const isHeading = cell !== undefined && columnByHeading(cell, heading) === -1
  const called = (isHeading ? heading?.own : name) ?? ''
  return `In the file this is called “${called.trim()}”, which is not its name here. Enter the value in the section.`
}
