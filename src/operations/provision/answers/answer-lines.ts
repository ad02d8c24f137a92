// Reads a file of answers and groups its lines by section and submission.

import * as v from 'valibot'
import { MAX_PERSON_NAME_LENGTH } from '#contract/limits.ts'
import { SectionStatus } from '#contract/questionnaires.ts'
import { LONG_COLUMNS } from '#domain/exports/answer-lines.ts'
import { unescapeCsvField } from '#lib/escape-formula.ts'
import { countOf } from '#lib/format.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { closestName } from '#lib/text/similar-words.ts'
import { isStorable } from '#lib/text/text-characters.ts'
import { faultsOfHead, type CsvFault, type CsvLine } from '#operations/provision/files/csv-lines.ts'
import { readRecords } from '#operations/provision/files/csv-records.ts'

type LongColumn = (typeof LONG_COLUMNS)[number]

/** Files of other systems may leave the others out. */
const REQUIRED: readonly LongColumn[] = [
  'organisation',
  'submission',
  'period',
  'questionnaire',
  'section',
  'sub_section',
  'question',
  'value'
]
/** A first and a last name. */
const MAX_AUTHOR_LENGTH = 2 * MAX_PERSON_NAME_LENGTH + 1
/** As an export writes it, to the millisecond at most. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/

/** One answer, as the file has it. */
export interface AnswerLine {
  line: number
  keys: Record<'organisation' | 'submission' | 'period' | 'questionnaire' | 'case' | 'section', string>
  cell: Record<'sub_section' | 'question' | 'row' | 'column', string>
  value: string
  is_not_applicable: boolean
  is_not_available: boolean
  /** Null if the file does not say. */
  status: SectionStatus | null
  author: string
  /** Null if the file does not say. */
  time: string | null
}

/** Downloads include answers to retired parts, which an exported folder does not have. */
export const RETIRED_HINT = 'leave it out of the download with include_retired=false'

export interface LineFault {
  line: number
  reason: string
}

const withHint = ({ line, message, hint }: CsvFault): LineFault => ({ line, reason: `${message} (${hint})` })

/** The lines of a file, part by part; after a fault of the file itself nothing more. */
export async function* readAnswerLines(
  pieces: AsyncIterable<Buffer>
): AsyncGenerator<Result<AnswerLine, LineFault>> {
  let columns: LongColumn[] | undefined
  for await (const records of readRecords(pieces)) {
    if (!records.ok) {
      yield err(withHint(records.error))
      return
    }
    for (const record of records.value) {
      if (columns === undefined) {
        const head = readHead(record)
        if (!head.ok) {
          yield head
          return
        }
        columns = head.value
      } else yield readAnswerLine(record, columns)
    }
  }
  if (columns === undefined) yield err({ line: 1, reason: 'the file is empty (remove it)' })
}

const isLongColumn = (name: string): name is LongColumn => LONG_COLUMNS.includes(name as LongColumn)

function readHead(head: CsvLine): Result<LongColumn[], LineFault> {
  const cells = head.cells.map(cell => cell.trim())
  const [fault] = faultsOfHead({ ...head, cells })
  if (fault !== undefined) return err(withHint(fault))
  const unknown = cells.find(name => !isLongColumn(name))
  if (unknown !== undefined) {
    const close = closestName(unknown, LONG_COLUMNS)
    const hint = close === undefined ? 'use an export in the long layout' : `did you mean "${close}"?`
    return err({ line: head.line, reason: `unknown column "${unknown}" (${hint})` })
  }
  const missing = REQUIRED.find(name => !cells.includes(name))
  return missing === undefined
    ? ok(cells as LongColumn[])
    : err({ line: head.line, reason: `the column "${missing}" is missing` })
}

type FieldOf = (column: LongColumn) => string

function readAnswerLine(
  { line, cells }: CsvLine,
  columns: readonly LongColumn[]
): Result<AnswerLine, LineFault> {
  if (cells.length !== columns.length)
    return err({ line, reason: `${countOf(cells.length, 'cell')}, but the first line has ${columns.length}` })
  const fields = new Map(columns.map((column, index) => [column, unescapeCsvField(cells[index] ?? '')]))
  const text: FieldOf = column => fields.get(column) ?? ''
  const reason = [...fields.values()].every(isStorable)
    ? (valueFault(text) ?? sourceFault(text))
    : 'it contains characters that cannot be stored'
  if (reason !== undefined) return err({ line, reason })
  const pick = <Column extends LongColumn>(...names: Column[]) =>
    Object.fromEntries(names.map(name => [name, text(name)])) as Record<Column, string>
  const [status, time] = [text('section_status'), text('entered_at')]
  return ok({
    line,
    keys: pick('organisation', 'submission', 'period', 'questionnaire', 'case', 'section'),
    cell: pick('sub_section', 'question', 'row', 'column'),
    value: text('value'),
    is_not_applicable: text('not_applicable') === 'true',
    is_not_available: text('not_available') === 'true',
    status: v.is(SectionStatus, status) ? status : null,
    author: text('entered_by'),
    time: time === '' ? null : new Date(time).toISOString()
  })
}

const isMark = (text: string): boolean => ['', 'true', 'false'].includes(text)

function valueFault(text: FieldOf): string | undefined {
  const marks = [text('not_applicable'), text('not_available')]
  if (!marks.every(isMark)) return 'not_applicable and not_available are true or false'
  return text('value') === '' && !marks.includes('true')
    ? 'there is no value (leave out lines without an answer)'
    : undefined
}

function sourceFault(text: FieldOf): string | undefined {
  const [status, time] = [text('section_status'), text('entered_at')]
  if (status !== '' && !v.is(SectionStatus, status))
    return `section_status "${status}" is not one of ${SectionStatus.options.join(', ')}`
  if (time !== '' && !isUtcTime(time))
    return `entered_at "${time}" is not a time in UTC, such as 2026-09-30T10:00:00.000Z`
  return text('entered_by').length > MAX_AUTHOR_LENGTH
    ? `entered_by is longer than ${MAX_AUTHOR_LENGTH} characters`
    : undefined
}

/** A day that does not exist would become the next one. */
const isUtcTime = (text: string): boolean =>
  TIME.test(text) && new Date(text).toJSON()?.slice(0, 16) === text.slice(0, 16)

/** The lines of one section of one submission that stand together. */
export interface SectionLines {
  file: string
  keys: AnswerLine['keys']
  lines: AnswerLine[]
}

export const sectionKey = ({ keys }: Pick<SectionLines, 'keys'>): string =>
  JSON.stringify(Object.values(keys))
