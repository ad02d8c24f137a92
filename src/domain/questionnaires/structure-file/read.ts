// Reads a questionnaire from a workbook with one question per line. Pure: bytes in, a structure and its faults out, so that the builder's page
// and a command share it.

import { structureLimits, type ListLimit } from '#contract/list-limits.ts'
import type { StructureDraft } from '#contract/questionnaire-structures.ts'
import { planDerivation } from '#domain/formulas/derivation.ts'
import { numberDuplicateNames, withoutNames, type NamedCell } from '#domain/formulas/named-expression.ts'
import { placementFaults, faultsOfRequired, takenCellFault } from '#domain/questionnaires/placement-faults.ts'
import { faultsOfFormula } from '#domain/questionnaires/question-faults.ts'
import type { RuleFault } from '#domain/questionnaires/rule-fault.ts'
import { groupBy } from '#lib/group-by.ts'
import { ok, type Result } from '#lib/result.ts'
import { readXlsx } from '#lib/xlsx/read.ts'
import type { ColumnHead } from './columns.ts'
import { noteDraftFaults } from './draft-faults.ts'
import { DISABLED_PLACE, noteFault, questionOf, requirementIn, type FileQuestion } from './line-question.ts'
import { linesIn, type FileFault, type StructureLine } from './lines.ts'
import {
  guidanceHtml,
  fileNamedCells,
  type DraftSection,
  type FileSubSection,
  type PlacedLine
} from './placed-line.ts'

export interface QuestionOrigin {
  number: number
  code: string
  /** Counted from 1. */
  row: number
}

export interface ReadStructure {
  structure: StructureDraft
  /** The first line of each question, and its code there. */
  origins: QuestionOrigin[]
  /** The columns in the file. Fields of other columns are left unchanged. */
  heads: ReadonlySet<ColumnHead>
  faults: FileFault[]
}

/** A file that is not a workbook is an error; anything wrong in a line is a fault with its position. */
export function readStructureFile(bytes: Uint8Array): Result<ReadStructure> {
  const sheets = readXlsx(bytes)
  if (!sheets.ok) return sheets
  const { lines, heads, faults } = linesIn(sheets.value)
  if (lines.length === 0)
    return ok({ structure: { questions: [], sections: [] }, origins: [], heads, faults })
  const reading = new StructureReader()
  for (const line of lines.slice(0, structureLimits.cells.most)) reading.add(line)
  // Each formula is compared with each cell, so reading stops once the file exceeds the limits of the calls.
  const { cells, questions } = structureLimits
  const beyond = lines[cells.most] ?? reading.firstBeyond(questions.most)
  if (beyond !== undefined) {
    const fault = tooLong(beyond, lines.length > cells.most ? cells : questions)
    return ok({ structure: { questions: [], sections: [] }, origins: [], heads, faults: [fault] })
  }
  reading.finish()
  return ok({
    structure: reading.structure,
    origins: reading.origins(),
    heads,
    faults: [...faults, ...reading.faults].toSorted(byLine)
  })
}

const byLine = (one: FileFault, other: FileFault): number => (one.row ?? 0) - (other.row ?? 0)

const tooLong = (line: StructureLine, { message }: ListLimit): FileFault =>
  line.fault(
    'question',
    `A${message.slice(1)}. Remove this line and those below it, or make several questionnaires.`
  )

class StructureReader {
  readonly structure: StructureDraft = { questions: [], sections: [] }
  readonly faults: FileFault[] = []
  private readonly placed: PlacedLine[] = []
  private lastNumber = 0
  private section: DraftSection | null = null
  private subSection: FileSubSection | null = null

  /** Blank cells of section and sub-section mean those of the line above. */
  add(line: StructureLine): void {
    const section = this.sectionOf(line)
    const subSection = this.subSectionOf(line, section)
    const [row, column, code] = [line.text('row'), line.text('column'), line.text('code')]
    const place = [row, column].filter(part => part !== '').join(', ')
    const name = line.text('question') || place
    if (name === '') this.note(line, 'question', 'The question has no text. Write it, or remove the line.')
    const question = this.sharedQuestion(code) ?? this.newQuestion(line, name || 'Question')
    this.placed.push({ line, question, section, subSection, row, column, code, cell: null })
  }

  finish(): void {
    for (const [subSection, lines] of groupBy(this.placed, one => one.subSection))
      this.place(subSection, lines)
    for (const lines of groupBy(this.placed, one => one.section).values()) this.readFormulas(lines)
    noteDraftFaults(this.structure, this.placed, ({ line }, fault) => this.noteRule(line, [fault]))
  }

  /** The line of the first question over the limit. */
  firstBeyond(most: number): StructureLine | undefined {
    const question = this.structure.questions[most]
    return question && this.placed.find(one => one.question === question)?.line
  }

  origins(): QuestionOrigin[] {
    return this.structure.questions.flatMap(question => {
      const first = this.placed.find(one => one.question === question)
      return first ? [{ number: question.number, code: first.code, row: first.line.row }] : []
    })
  }

  private note(line: StructureLine, head: ColumnHead, message: string): void {
    this.faults.push(line.fault(head, message))
  }

  private sectionOf(line: StructureLine): DraftSection {
    const name = line.text('section')
    if (this.section !== null && (name === '' || name === this.section.section_name)) return this.section
    if (name === '') this.note(line, 'section', 'The first question needs the name of its section.')
    const known = this.structure.sections.find(section => section.section_name === name)
    const section = known ?? {
      section_name: name || 'Section 1',
      guidance_html: guidanceHtml(line.text('guidance')),
      sub_sections: []
    }
    if (known === undefined) this.structure.sections.push(section)
    this.section = section
    this.subSection = null
    return section
  }

  private subSectionOf(line: StructureLine, section: DraftSection): FileSubSection {
    const name = line.text('subSection')
    if (this.subSection !== null && (name === '' || name === this.subSection.sub_section_name))
      return this.subSection
    const wanted = name || section.section_name
    const known = section.sub_sections.find(one => one.sub_section_name === wanted)
    const totals = line.text('totals').toLowerCase()
    const subSection = known ?? {
      sub_section_name: wanted,
      layout: 'list',
      is_repeating: false,
      show_row_totals: /row|both/u.test(totals),
      show_column_totals: /column|both/u.test(totals),
      rows: [],
      columns: [],
      cells: []
    }
    if (known === undefined) section.sub_sections.push(subSection)
    this.subSection = subSection
    return subSection
  }

  /** The same code on several lines is one question in several cells. The first line defines it. */
  private sharedQuestion(code: string): FileQuestion | undefined {
    if (code === '') return undefined
    return this.placed.find(one => one.code.toLowerCase() === code.toLowerCase())?.question
  }

  private newQuestion(line: StructureLine, name: string): FileQuestion {
    const { question, faults } = questionOf(line, this.nextNumber(), name)
    this.faults.push(...faults)
    this.structure.questions.push(question)
    return question
  }

  private nextNumber(): number {
    this.lastNumber += 1
    return this.lastNumber
  }

  /** With columns it is a grid; if no line names a row, respondents add the rows. */
  private place(subSection: FileSubSection, lines: readonly PlacedLine[]): void {
    const isGrid = lines.some(one => one.column !== '')
    subSection.layout = isGrid ? 'grid' : 'list'
    subSection.is_repeating = isGrid && lines.every(one => one.row === '')
    const taken = new Map<string, number>()
    for (const placed of lines) {
      this.notePlace(placed)
      const { line, question, row, column } = placed
      const cell = {
        question: question.number,
        row: isGrid && row !== '' ? this.numberOf(subSection.rows, 'row_name', row) : 0,
        column: isGrid && column !== '' ? this.numberOf(subSection.columns, 'column_name', column) : 0,
        ...this.requirement(line, question)
      }
      const key = isGrid ? `${cell.row}:${cell.column}` : String(cell.question)
      const first = taken.get(key)
      if (first === undefined) taken.set(key, line.row)
      else {
        const { field, message } = takenCellFault(subSection)
        this.noteRule(line, [{ field, message: `${message} (line ${first}); remove one of the two` }])
      }
      placed.cell = cell
      subSection.cells.push(cell)
    }
  }

  /** Reports a row or column that is missing, or that the layout does not have. */
  private notePlace({ line, row, column, subSection }: PlacedLine): void {
    const found = (name: string) => (name === '' ? 'none' : 'known')
    this.noteRule(line, placementFaults(subSection, { row: found(row), column: found(column) }))
  }

  private noteRule(line: StructureLine, faults: readonly RuleFault[]): void {
    for (const fault of faults) noteFault(fault, (head, message) => this.note(line, head, message))
  }

  private numberOf<K extends 'row_name' | 'column_name'>(
    list: ({ number: number } & Record<K, string>)[],
    key: K,
    name: string
  ): number {
    const known = list.find(one => one[key] === name)
    if (known) return known.number
    const number = this.nextNumber()
    list.push({ number, [key]: name } as { number: number } & Record<K, string>)
    return number
  }

  private requirement(line: StructureLine, question: FileQuestion) {
    const written = requirementIn(line)
    if (written === null) this.note(line, 'required', `Write yes, no or “${DISABLED_PLACE}”.`)
    const { is_required, is_disabled } = written ?? { is_required: false, is_disabled: false }
    const faults = faultsOfRequired({ ...question, is_disabled }, is_required)
    this.noteRule(line, faults)
    return { is_required: faults.length === 0 && is_required, is_disabled }
  }

  private readFormulas(lines: readonly PlacedLine[]): void {
    const cells = numberDuplicateNames(fileNamedCells(lines))
    const seen = new Set<FileQuestion>()
    for (const { line, question } of lines) {
      if (seen.has(question)) continue
      seen.add(question)
      question.expression = this.formula(line, 'formula', cells)
      question.visible_if = this.formula(line, 'showIf', cells)
      // A formula that cannot be read has its own fault.
      const expression = question.expression ?? line.text('formula')
      this.noteRule(line, faultsOfFormula({ ...question, expression }))
    }
    this.noteCycles(lines)
  }

  private formula(
    line: StructureLine,
    head: 'formula' | 'showIf',
    cells: readonly NamedCell[]
  ): string | null {
    const written = line.text(head)
    if (written === '') return null
    const result = withoutNames(written, cells)
    if (result.ok) return result.value
    this.note(line, head, `${result.error.message} (character ${result.error.at + 1})`)
    return null
  }

  /** Reports cells that depend on themselves. */
  private noteCycles(lines: readonly PlacedLine[]): void {
    const { faults } = planDerivation(
      lines.map(({ question, cell }) => ({
        question_id: question.number,
        question_type: question.question_type,
        row_id: cell?.row ?? 0,
        column_id: cell?.column ?? 0,
        expression: question.expression ?? null,
        visible_if: question.visible_if ?? null
      }))
    )
    for (const { key, message } of faults) {
      const number = Number(key.split(':')[0])
      const at = lines.find(one => one.question.number === number)
      if (at) this.note(at.line, at.question.expression ? 'formula' : 'showIf', message)
    }
  }
}
