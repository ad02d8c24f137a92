// Finds the cells of a file by the names that people see. Whoever sorts the visible columns alone leaves the
// hidden keys behind, so figures stand beside names that are not those of their keys: the names decide.

import { foldLineName, type CellModel, type SectionModel } from '#browser/section/state/model.ts'
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
    if (target === null) faults.set(entry.key, otherNameFault(entry.name ?? ''))
    else sources.set(target, [...(sources.get(target) ?? []), entry])
  }
  const located = cells.flatMap(entry => locate(entry, sources.get(entry.key) ?? [], faults.get(entry.key)))
  const moved = [...sources].filter(([key, [first]]) => first !== undefined && first.key !== key).length
  return { cells: located, moved }
}

/** The cell whose content this is; null if its name belongs to no cell, or to several. */
function namedKey(
  { key, name }: FileCell,
  model: SectionModel,
  fileKind: ImportedFile['fileKind'],
  keysByName: ReadonlyMap<string, readonly string[]>
): string | null {
  const cell = model.cells.get(key)
  if (cell === undefined || name === null || name.trim() === '') return key
  const { scope, name: own } = identify(cell, fileKind)
  if (foldLineName(name) === own) return key
  const [target, ...more] = keysByName.get(`${scope} ${foldLineName(name)}`) ?? []
  return target === undefined || more.length > 0 ? null : target
}

function locate(entry: FileCell, sources: readonly FileCell[], fault: string | undefined): LocatedCell[] {
  const [source, ...more] = sources
  if (source === undefined) return fault === undefined ? [] : [{ ...entry, nameFault: fault }]
  const nameFault = more.length > 0 ? `The file has “${source.name}” more than once.` : null
  return [{ ...entry, content: source.content, isFormula: source.isFormula, nameFault }]
}

const otherNameFault = (name: string): string =>
  `In the file this is called “${name.trim()}”, which is not its name here. Enter the value in the section.`
