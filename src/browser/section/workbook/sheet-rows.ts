// Lays out a section's sheet: title, legend, and each sub-section as a labelled block. The first row and
// column are hidden and contain names, so that a cell is found again after rows and columns were moved,
// sorted or inserted.

import type { TableModel } from '#browser/section/state/model.ts'
import { isHeading } from '#domain/answers/question-types.ts'
import type { CellStyle } from '#lib/xlsx/styles.ts'
import type { WrittenCell, WrittenRow } from '#lib/xlsx/write.ts'
import { styleOf, cellStyles } from './cell-styles.ts'
import type { ExportedCell, ExportedSection } from './exported-cells.ts'
import { columnUnits, gridNotes, rowUnits } from './grid-notes.ts'
import { entryWord, guidanceOf, howToAnswer, instructionText } from './instructions.ts'
import { sheetFormulas } from './sheet-formulas.ts'
import { titleRows, type WorkbookSource } from './source.ts'

const CORNER = 'places'
/** The marker in the corner of the hidden row and column: which section's sheet it is. */
const cornerOf = (sectionId: number): string => `${CORNER}:${sectionId}`

/** Whether a text marks the corner of a section's sheet; files of earlier versions, with one section, do not name it. */
export const isCornerOf = (text: unknown, sectionId: number): boolean =>
  text === CORNER || text === cornerOf(sectionId)

const FIRST_ANSWER_COLUMN = 3

/** Where a cell was written: the names of its row and column, and its position on the sheet at the time. */
export interface SheetPosition {
  key: string
  rowName: string
  columnName: string
  row: number
  column: number
}

export interface SectionRows {
  rows: WrittenRow[]
  /** Of the cells that take an answer. */
  positions: SheetPosition[]
  /** Where each cell of the section stands, by its key. */
  places: ReadonlyMap<string, { row: number; column: number }>
}

/** A cell with an empty text would cut off its neighbour's overflow. */
const textCell = (value: string, style: CellStyle = cellStyles.plain): WrittenCell => ({
  value: value === '' ? null : value,
  style
})

export function sectionRows(
  source: WorkbookSource,
  exported: ExportedSection,
  exportedAt: string
): SectionRows {
  const sheet = new SheetRows(exported)
  const answers = Math.max(1, ...exported.tables.map(table => table.columnNames.length))
  sheet.rows.push({
    isHidden: true,
    cells: [
      textCell(cornerOf(source.model.section.section_id)),
      null,
      null,
      ...Array.from({ length: answers }, (_, index) => textCell(columnTag(FIRST_ANSWER_COLUMN + index)))
    ]
  })
  sheet.line(textCell(source.model.section.section_name, cellStyles.title))
  for (const [name, value] of titleRows(source, exportedAt))
    sheet.line(textCell(name, cellStyles.label), textCell(value))
  for (const note of legend(instructionText(source.model.section.guidance_html)))
    sheet.line(textCell(note, cellStyles.note))
  for (const table of exported.tables) {
    sheet.line()
    sheet.line(textCell(table.subSection.sub_section_name, cellStyles.subSection))
    if (table.kind === 'grid') sheet.grid(table)
    else sheet.list(table)
  }
  const formulas = sheetFormulas(source.model, sheet.places)
  for (const [key, formula] of formulas) {
    const { row, column } = sheet.places.get(key)!
    const cells = sheet.rows[row]!.cells as (WrittenCell | null)[]
    const { value, ...cell } = cells[column]!
    cells[column] = { ...cell, value: { formula, result: typeof value === 'number' ? value : null } }
  }
  return sheet
}

const legend = (guidance: string): string[] => [
  ...(guidance === '' ? [] : [guidance]),
  'Fill in the white cells. A thick left edge means required. Grey cells are locked: they are calculated or do not apply.',
  'Leave a cell empty only if you do not know the figure. 0, “not applicable” and “not available” are answers.'
]

const columnTag = (column: number): string => `c${column}`

class SheetRows implements SectionRows {
  readonly rows: WrittenRow[] = []
  readonly positions: SheetPosition[] = []
  readonly places = new Map<string, { row: number; column: number }>()
  private readonly exported: ExportedSection

  constructor(exported: ExportedSection) {
    this.exported = exported
  }

  /** A row without answers, starting in the first visible column. */
  line(...cells: (WrittenCell | null)[]): void {
    this.rows.push({ cells: [null, ...cells] })
  }

  list(table: TableModel): void {
    const headed = ['Question', 'Unit', 'Answer', 'Entry', 'How to answer']
    this.line(...headed.map(name => textCell(name, cellStyles.head)))
    for (const [cell = null] of table.cells) {
      if (cell === null) continue
      const { question } = cell
      if (isHeading(question)) {
        this.line(
          textCell(question.question_text, { isBold: true }),
          null,
          null,
          null,
          textCell(guidanceOf(question), cellStyles.note)
        )
        continue
      }
      this.answers(
        [textCell(question.question_text, cellStyles.rowName), textCell(question.unit, cellStyles.unit)],
        [this.exported.cells.get(cell.key) ?? null],
        [
          textCell(entryWord(question), cellStyles.note),
          textCell(`${howToAnswer(question)}. ${guidanceOf(question)}`, cellStyles.note)
        ]
      )
    }
  }

  grid(table: TableModel): void {
    const units = rowUnits(table)
    const heads = units === null ? columnUnits(table) : null
    this.line(
      textCell('', cellStyles.head),
      textCell(units === null ? '' : 'Unit', cellStyles.head),
      ...table.columnNames.map((name, index) =>
        textCell(heads?.[index] ? `${name} (${heads[index]})` : name, cellStyles.headRight)
      )
    )
    table.cells.forEach((cells, row) =>
      this.answers(
        [
          textCell(table.rowNames[row] ?? '', cellStyles.rowName),
          textCell(units?.[row] ?? '', cellStyles.unit)
        ],
        cells.map(cell => (cell === null ? null : (this.exported.cells.get(cell.key) ?? null)))
      )
    )
    for (const note of gridNotes(table, units === null && heads === null))
      this.line(textCell(note, cellStyles.note))
  }

  /** A row with answers: it gets a name, and its cells' positions are recorded. */
  private answers(before: WrittenCell[], answers: (ExportedCell | null)[], after: WrittenCell[] = []): void {
    const row = this.rows.length
    const rowName = `r${row}`
    answers.forEach((answer, index) => {
      const column = FIRST_ANSWER_COLUMN + index
      if (answer !== null) this.places.set(answer.cell.key, { row, column })
      if (answer?.isOpen)
        this.positions.push({ key: answer.cell.key, rowName, columnName: columnTag(column), row, column })
    })
    this.rows.push({ cells: [textCell(rowName), ...before, ...answers.map(answerCell), ...after] })
  }
}

function answerCell(answer: ExportedCell | null): WrittenCell {
  if (answer === null) return { value: null, style: cellStyles.outside }
  const { shown, cell } = answer
  const style = styleOf(answer)
  if (isHeading(cell.question)) return textCell(cell.question.question_text, style)
  if (typeof shown === 'string') return textCell(shown, style)
  if (shown === null && cell.question.is_disabled) return textCell('does not apply', style)
  return { value: shown ?? (answer.isOpen ? null : 'calculated'), style }
}
