// Previews an upload cell by cell: a three-way merge of the exported answer, the file's answer and the
// current one.

import { contentOfAnswer, type EditContent } from '#browser/section/state/edit-content.ts'
import { mergeCell } from '#browser/section/state/merge.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import type { Question } from '#contract/questionnaires.ts'
import { checkCell, isAnswerable, isAnswered, type CellAnswer } from '#domain/answers/cell-rules.ts'
import type { KnownMark } from '#domain/answers/number-input.ts'
import { isSameAnswer } from '#domain/answers/same-answer.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { decimalMarkOf } from './decimal-mark.ts'
import { exportedValue, exportedText } from './exported-answer.ts'
import { exportedSection } from './exported-cells.ts'
import { fileContentText, readFileAnswer } from './file-content.ts'
import type { FileCell, ImportedFile } from './imported-file.ts'
import { csvNameOf, locateByName, type LocatedCell } from './named-cells.ts'
import { sectionRows } from './sheet-rows.ts'
import type { CurrentCell, WorkbookSource } from './source.ts'

export type ImportOutcome = 'new' | 'changed' | 'same' | 'rejected' | 'conflict'

export interface ImportRow {
  key: string
  /** Sub-section and cell, as shown on screen. */
  name: string
  outcome: ImportOutcome
  /** The current content and the file's. */
  current: string
  file: string
  /** Why it is rejected or in conflict, or what to check about it. */
  note: string | null
  isFromFormula: boolean
  /** Null if nothing in the file can be used. */
  answer: CellAnswer | null
}

export interface ImportPreview {
  rows: ImportRow[]
  counts: Record<ImportOutcome, number>
  fromFormulas: number
  /** Values found by the name beside them, because the rows were sorted without their keys. */
  moved: number
  /** Cells of the section that are not in the file; they do not change. */
  missing: number
  exportedAt: string
}

export interface ImportChange {
  key: string
  content: EditContent
}

/** Compares a file with the section, or returns a sentence that says why the file does not fit. */
export function previewImport(source: WorkbookSource, file: ImportedFile): Result<ImportPreview> {
  const mistaken = mistakenFile(source, file)
  if (mistaken !== null) return err(mistaken)
  if (file.sheetFault !== null) return err(file.sheetFault)
  const { cells, order } = source.model
  const mark = decimalMarkOf(file, source.model)
  const { cells: named, moved } = locateByName(file, source.model)
  const rows = [
    ...named.flatMap(entry => {
      const cell = cells.get(entry.key)
      return cell === undefined
        ? unknownCell(entry)
        : [compareCell(cell, entry, source.currentCell(entry.key), file, mark)]
    }),
    ...file.repeated.map(key => repeatedCell(key, cells.get(key), source)),
    ...unkeyedValues(source, file).map(unkeyedRow)
  ]
  rows.sort((one, other) => (order.get(one.key) ?? Infinity) - (order.get(other.key) ?? Infinity))
  const inFile = new Set([...named.map(({ key }) => key), ...file.repeated])
  return ok({
    rows,
    counts: outcomeCounts(rows),
    fromFormulas: rows.filter(row => row.isFromFormula && row.outcome !== 'same').length,
    moved,
    missing: [...cells.values()].filter(({ key, question }) => isAnswerable(question) && !inFile.has(key))
      .length,
    exportedAt: file.exportedAt
  })
}

/** The changes to apply: all new and changed answers, and the conflicts that were chosen. */
export function importChanges(
  source: WorkbookSource,
  preview: ImportPreview,
  chosen: ReadonlySet<string>
): ImportChange[] {
  const { cells } = source.model
  return preview.rows.flatMap(({ key, outcome, answer }) => {
    const cell = cells.get(key)
    const isTaken = outcome === 'new' || outcome === 'changed' || (outcome === 'conflict' && chosen.has(key))
    return isTaken && cell !== undefined && answer !== null
      ? [{ key, content: contentOfAnswer(cell, answer) }]
      : []
  })
}

function mistakenFile({ identity, model }: WorkbookSource, { reference }: ImportedFile): string | null {
  if (reference.programmeCode !== identity.programmeCode) return 'This file belongs to another programme.'
  if (reference.questionnaireId !== identity.questionnaireId)
    return 'This file belongs to another questionnaire.'
  if (reference.submissionId !== identity.submissionId)
    return withTerms('This file belongs to another {submission}. Open that {submission} to upload it.')
  return reference.sectionId === model.section.section_id
    ? null
    : 'This file belongs to another section. Open that section to upload it.'
}

export const outcomeCounts = (rows: readonly ImportRow[]): ImportPreview['counts'] => {
  const counts = { new: 0, changed: 0, same: 0, rejected: 0, conflict: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  return counts
}

export const cellTitle = ({ table, name }: CellModel): string =>
  `${table.subSection.sub_section_name}: ${name}`

const unknownCell = ({ key, content }: FileCell): ImportRow[] =>
  fileContentText(content) === ''
    ? []
    : [
        {
          ...nothingTaken(key, key),
          file: fileContentText(content),
          note: 'This cell is no longer in the section.'
        }
      ]

const repeatedCell = (key: string, cell: CellModel | undefined, source: WorkbookSource): ImportRow => ({
  ...nothingTaken(key, cell === undefined ? key : cellTitle(cell)),
  current:
    cell === undefined ? '' : exportedText(exportedValue(cell.question, source.currentCell(key).answer)),
  note: 'The cell is in the file more than once.'
})

/**
 * Values that belong to no cell, such as those below the last row of a table; without what the download itself
 * writes into lines without keys: headings, notes and cells that are closed.
 */
function unkeyedValues(source: WorkbookSource, file: ImportedFile): ImportedFile['unkeyed'] {
  if (file.unkeyed.length === 0) return []
  if (file.fileKind === 'csv') {
    const closed = [...source.model.cells.values()].filter(({ question }) => !isAnswerable(question))
    const names = new Set(closed.map(csvNameOf))
    return file.unkeyed.filter(({ place }) => !names.has(place))
  }
  const { rows } = sectionRows(source, exportedSection(source, file.reference.kind), file.exportedAt)
  const unnamed = rows.filter(({ cells }) => !cells[0]).flatMap(({ cells }) => cells)
  const written = new Set<unknown>(unnamed.map(cell => cell?.value))
  return file.unkeyed.filter(({ text }) => !written.has(text))
}

const unkeyedRow = ({ place, text }: ImportedFile['unkeyed'][number]): ImportRow => ({
  ...nothingTaken(`at ${place}`, `In the file: ${place}`),
  file: text,
  note: 'No cell of the section belongs to this place. Enter the value in the section.'
})

const nothingTaken = (key: string, name: string): ImportRow => ({
  key,
  name,
  outcome: 'rejected',
  current: '',
  file: '',
  note: null,
  isFromFormula: false,
  answer: null
})

/** Compares one cell. An unchanged cell of the file changes nothing, even if the section has changed since. */
function compareCell(
  cell: CellModel,
  entry: LocatedCell,
  current: CurrentCell,
  file: ImportedFile,
  mark: KnownMark | null
): ImportRow {
  const { question } = cell
  const row = {
    ...nothingTaken(cell.key, cellTitle(cell)),
    current: exportedText(exportedValue(question, current.answer)),
    file: fileContentText(entry.content),
    isFromFormula: entry.isFormula
  }
  if (isUntouched(cell, entry, file)) return { ...row, outcome: 'same', file: row.current }
  if (entry.nameFault !== null) return { ...row, note: entry.nameFault }
  const reading = readFileAnswer(question, entry.content, entry.isFormula, mark)
  if (!reading.ok) return { ...row, note: reading.error }
  const { value: answer } = reading
  if (isSameAnswer(answer, current.answer)) return { ...row, outcome: 'same', answer }
  if (question.is_closed === true) return { ...row, note: 'This answer is not open for corrections.' }
  const check = checkCell(question, answer, question.previous_answer?.value ?? null)
  if (check.errors[0] !== undefined) return { ...row, note: check.errors[0] }
  return {
    ...row,
    answer,
    ...mergeAnswer(cell, baseOf(entry, current, file), answer, current, check.warnings[0]?.message ?? null)
  }
}

/** A valid answer that differs from the current one: decide which one wins. */
function mergeAnswer(
  { question }: CellModel,
  base: CellAnswer | null,
  answer: CellAnswer,
  { answer: current }: CurrentCell,
  warning: string | null
): Pick<ImportRow, 'outcome' | 'note'> {
  const isBlankHere = !isAnswered(current)
  const whose = base === null ? (isBlankHere ? 'mine' : 'conflict') : mergeCell(base, answer, current)
  if (whose === 'theirs') return { outcome: 'same', note: null }
  if (whose === 'conflict') return { outcome: 'conflict', note: conflictNote(question, base) }
  return { outcome: isBlankHere ? 'new' : 'changed', note: warning }
}

/**
 * The answer at export. A blank form records only the version; while the server still has it, the answer is
 * known.
 */
function baseOf(
  { exported, version }: FileCell,
  current: CurrentCell,
  { reference }: ImportedFile
): CellAnswer | null {
  if (reference.kind === 'filled') return exported
  return version === current.version ? current.base : null
}

/**
 * Whether the cell still has its exported content. An empty cell of a blank form was not cleared: it was
 * never filled in.
 */
function isUntouched(
  { question }: CellModel,
  { content, isFormula, exported }: FileCell,
  { reference }: ImportedFile
): boolean {
  if (content.kind === 'nothing' && !isFormula && reference.kind === 'blank') return true
  if (exported === null || isFormula || content.kind === 'error') return false
  const shown = exportedValue(question, exported)
  const forms = [
    exportedText(shown),
    ...(typeof shown === 'number' ? [fileContentText({ kind: 'number', value: shown })] : [])
  ]
  return forms.some(form => sameText(fileContentText(content), form))
}

/** Line breaks differ between programs; a spreadsheet writes its own. */
const sameText = (one: string, other: string): boolean =>
  one.replace(/\r\n?/g, '\n') === other.replace(/\r\n?/g, '\n')

const conflictNote = (question: Question, base: CellAnswer | null): string => {
  const was = base === null ? '' : exportedText(exportedValue(question, base))
  return base === null
    ? 'Answered here since the form was downloaded.'
    : `Also changed here since the download. It was ${was === '' ? 'blank' : was}.`
}
