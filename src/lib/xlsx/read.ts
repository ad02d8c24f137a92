// Reads a workbook (.xlsx), also one that another program wrote. Formulas are never calculated: the stored
// value is used and marked.

import { err, ok, type Result } from '#lib/result.ts'
import { decodeText, MAX_TAGS, walkXml, type ReadAttribute, type TagBudget } from '#lib/xml.ts'
import { parseAddress } from './addresses.ts'
import { dateOfSerial, formatKind, type FormatKind } from './number-formats.ts'
import { openArchive, type Archive } from './zip.ts'

export interface ReadCell {
  kind: 'text' | 'boolean' | 'error' | 'nothing' | FormatKind
  /** A date as ISO text, a percentage as stored (0.12 for 12%). */
  value: string | number | boolean | null
  isFormula: boolean
}

export interface ReadSheet {
  name: string
  /** Rows and columns count from 0. Cells without content are left out. */
  rows: Map<number, Map<number, ReadCell>>
}

interface Book {
  strings: string[]
  kinds: FormatKind[]
  countsFrom1904: boolean
}

const MAX_UNPACKED_WORKBOOK_BYTES = 64 * 1024 * 1024
const MAX_CELLS = 200_000
const DAMAGED_WORKBOOK = 'The workbook is damaged and cannot be read.'
const BINARY = 'This is a binary workbook (.xlsb). Save it as .xlsx.'
const NO_WORKBOOK = 'This is an archive, not an Excel workbook (.xlsx).'

/** All sheets of a workbook, or a sentence that says why it cannot be read. */
export function readXlsx(bytes: Uint8Array): Result<ReadSheet[]> {
  const opened = openArchive(bytes, MAX_UNPACKED_WORKBOOK_BYTES)
  if (!opened.ok) return opened
  try {
    return ok(sheetsIn({ ...opened.value, tags: { left: MAX_TAGS } }))
  } catch (error) {
    if (error instanceof Unreadable) return err(error.message)
    throw error
  }
}

/** An archive, and how many tags may still be read: the workbook can refer to one part many times. */
interface OpenWorkbook extends Archive {
  tags: TagBudget
}

/** Aborts the reading from any depth; `readXlsx` returns it as an error. */
class Unreadable extends Error {}

function sheetsIn(archive: OpenWorkbook): ReadSheet[] {
  const main =
    relationsIn(archive, '_rels/.rels', '').find(({ type }) => type === 'officeDocument')?.target ??
    'xl/workbook.xml'
  if (!archive.names.includes(main.toLowerCase())) throw new Unreadable(NO_WORKBOOK)
  if (main.endsWith('.bin')) throw new Unreadable(BINARY)
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const relations = relationsIn(archive, `${folder}_rels/${main.slice(folder.length)}.rels`, folder)
  const partOf = (type: string): string | undefined =>
    relations.find(relation => relation.type === type)?.target
  const found: { name: string; id: string | null }[] = []
  let countsFrom1904 = false
  walkPart(archive, main, (name, attribute) => {
    if (name === 'sheet') found.push({ name: decodeText(attribute('name') ?? ''), id: attribute(':id') })
    if (name === 'workbookPr') countsFrom1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
  })
  const book: Book = {
    strings: stringsIn(archive, partOf('sharedStrings')),
    kinds: kindsIn(archive, partOf('styles')),
    countsFrom1904
  }
  const budget = { cells: MAX_CELLS }
  return found.flatMap(({ name, id }) => {
    const relation = relations.find(candidate => candidate.id === id)
    return relation?.type === 'worksheet'
      ? [{ name, rows: rowsIn(archive, relation.target, book, budget) }]
      : []
  })
}

function walkPart(
  archive: OpenWorkbook,
  part: string,
  open: (name: string, attribute: ReadAttribute) => void,
  close: (name: string) => void = () => {},
  text: (text: string) => void = () => {}
): void {
  const bytes = archive.read(part)
  if (!bytes.ok) throw new Unreadable(bytes.error)
  if (
    bytes.value === null ||
    !walkXml(new TextDecoder().decode(bytes.value), { open, close, text }, archive.tags)
  )
    throw new Unreadable(DAMAGED_WORKBOOK)
}

interface Relation {
  id: string | null
  /** The last segment of the type's URI, which is the same in both dialects of the standard. */
  type: string
  target: string
}

function relationsIn(archive: OpenWorkbook, part: string, folder: string): Relation[] {
  const list: Relation[] = []
  if (!archive.names.includes(part.toLowerCase())) return list
  walkPart(archive, part, (name, attribute) => {
    if (name !== 'Relationship') return
    const type = attribute('Type') ?? ''
    const target = attribute('Target') ?? ''
    list.push({
      id: attribute('Id'),
      type: type.slice(type.lastIndexOf('/') + 1),
      target: resolveTarget(folder, target)
    })
  })
  return list
}

/** Targets are relative to the part's folder or to the root. */
const resolveTarget = (folder: string, target: string): string =>
  target.startsWith('/') ? target.slice(1) : `${folder}${target}`.replace(/[^/]+\/\.\.\//g, '')

/** Texts shared by several cells, without phonetic readings (rPh). */
function stringsIn(archive: OpenWorkbook, part: string | undefined): string[] {
  const strings: string[] = []
  if (part === undefined) return strings
  const text = new TextGatherer()
  walkPart(
    archive,
    part,
    name => text.open(name),
    name => {
      text.close(name)
      if (name === 'si') strings.push(text.take())
    },
    piece => text.add(piece)
  )
  return strings
}

class TextGatherer {
  private gathered = ''
  private isText = false
  private readings = 0

  open(name: string): void {
    if (name === 't') this.isText = true
    if (name === 'rPh') this.readings += 1
  }

  close(name: string): void {
    if (name === 't') this.isText = false
    if (name === 'rPh') this.readings -= 1
  }

  add(piece: string): void {
    if (this.isText && this.readings === 0) this.gathered += piece
  }

  take(): string {
    const text = decodeText(this.gathered)
    this.gathered = ''
    return text
  }
}

function kindsIn(archive: OpenWorkbook, part: string | undefined): FormatKind[] {
  const kinds: FormatKind[] = []
  if (part === undefined) return kinds
  const codes = new Map<number, string>()
  let isInCells = false
  walkPart(
    archive,
    part,
    (name, attribute) => {
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
      if (name === 'cellXfs') isInCells = true
      if (name === 'xf' && isInCells) {
        const id = Number(attribute('numFmtId') ?? 0)
        kinds.push(formatKind(id, codes.get(id)))
      }
    },
    name => {
      if (name === 'cellXfs') isInCells = false
    }
  )
  return kinds
}

interface OpenCell {
  row: number
  column: number
  type: string
  style: number
  isFormula: boolean
  value: string | null
}

function rowsIn(
  archive: OpenWorkbook,
  part: string,
  book: Book,
  budget: { cells: number }
): ReadSheet['rows'] {
  const rows: ReadSheet['rows'] = new Map()
  const text = new TextGatherer()
  let cell: OpenCell | null = null
  let isValue = false
  let [row, column] = [-1, -1]
  const start = (attribute: ReadAttribute): OpenCell => {
    const place = parseAddress(attribute('r') ?? '') ?? { row, column: column + 1 }
    column = place.column
    return {
      ...place,
      type: attribute('t') ?? 'n',
      style: Number(attribute('s') ?? 0),
      isFormula: false,
      value: null
    }
  }
  const end = (done: OpenCell): void => {
    if (done.type === 'inlineStr') done.value = text.take()
    if (done.value === null && !done.isFormula) return
    if ((budget.cells -= 1) < 0) throw new Unreadable('The workbook has far more cells than any from here.')
    const cells = rows.get(done.row) ?? new Map<number, ReadCell>()
    rows.set(done.row, cells.set(done.column, { ...readCellValue(done, book), isFormula: done.isFormula }))
  }
  walkPart(
    archive,
    part,
    (name, attribute) => {
      if (name === 'row') [row, column] = [Number(attribute('r') ?? row + 2) - 1, -1]
      else if (name === 'c') cell = start(attribute)
      else if (name === 'f' && cell !== null) cell.isFormula = true
      isValue = name === 'v'
      text.open(name)
    },
    name => {
      text.close(name)
      if (name === 'v') isValue = false
      if (name !== 'c' || cell === null) return
      end(cell)
      cell = null
    },
    piece => {
      if (isValue && cell !== null) cell.value = (cell.value ?? '') + piece
      else text.add(piece)
    }
  )
  return rows
}

const NO_CONTENT = { kind: 'nothing', value: null } as const
const errorCell = (value: string): Omit<ReadCell, 'isFormula'> => ({ kind: 'error', value })

/** A cell's value by its type and number format. */
function readCellValue({ type, style, value }: OpenCell, book: Book): Omit<ReadCell, 'isFormula'> {
  if (value === null) return NO_CONTENT
  if (type === 'inlineStr') return { kind: 'text', value }
  if (type === 'str') return { kind: 'text', value: decodeText(value) }
  if (type === 's') {
    const shared = book.strings[Number(value)]
    return shared === undefined
      ? errorCell('text that is missing from the file')
      : { kind: 'text', value: shared }
  }
  if (type === 'b') return { kind: 'boolean', value: value === '1' || value === 'true' }
  if (type === 'e') return errorCell(value)
  if (type === 'd') return { kind: 'date', value: value.slice(0, 10) }
  if (value.trim() === '') return NO_CONTENT
  return readNumberCell(Number(value), book.kinds[style] ?? 'number', book)
}

function readNumberCell(number: number, kind: FormatKind, book: Book): Omit<ReadCell, 'isFormula'> {
  if (!Number.isFinite(number)) return errorCell('a number that cannot be read')
  if (kind !== 'date') return { kind, value: number }
  const date = dateOfSerial(number, book.countsFrom1904)
  return date === null ? errorCell('a date that does not exist') : { kind, value: date }
}

export const sheetCell = (sheet: ReadSheet, row: number, column: number): ReadCell | undefined =>
  sheet.rows.get(row)?.get(column)
