// Reads the lines of a file of answers, and keeps together those of one section of one submission.

import * as v from 'valibot'
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
const MAX_AUTHOR_LENGTH = 200
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
      } else yield readLine(record, columns)
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

function readLine({ line, cells }: CsvLine, columns: readonly LongColumn[]): Result<AnswerLine, LineFault> {
  const refuse = (reason: string): Result<AnswerLine, LineFault> => err({ line, reason })
  if (cells.length !== columns.length)
    return refuse(`${countOf(cells.length, 'cell')}, but the first line has ${columns.length}`)
  const fields = new Map(columns.map((column, index) => [column, unescapeCsvField(cells[index] ?? '')]))
  const text = (column: LongColumn): string => fields.get(column) ?? ''
  if (![...fields.values()].every(isStorable)) return refuse('it contains characters that cannot be stored')
  const [notApplicable, notAvailable] = [readFlag(text('not_applicable')), readFlag(text('not_available'))]
  if (notApplicable === null || notAvailable === null)
    return refuse('not_applicable and not_available are true or false')
  const status = text('section_status')
  if (status !== '' && !v.is(SectionStatus, status))
    return refuse(`section_status "${status}" is not one of ${SectionStatus.options.join(', ')}`)
  const time = text('entered_at')
  if (time !== '' && !(TIME.test(time) && new Date(time).toJSON()?.slice(0, 16) === time.slice(0, 16)))
    return refuse(`entered_at "${time}" is not a time in UTC, such as 2026-09-30T10:00:00.000Z`)
  const author = text('entered_by')
  if (author.length > MAX_AUTHOR_LENGTH)
    return refuse(`entered_by is longer than ${MAX_AUTHOR_LENGTH} characters`)
  const isBlank = text('value') === '' && !notApplicable && !notAvailable
  if (isBlank) return refuse('there is no value (leave lines without an answer out)')
  return ok({
    line,
    keys: {
      organisation: text('organisation'),
      submission: text('submission'),
      period: text('period'),
      questionnaire: text('questionnaire'),
      case: text('case'),
      section: text('section')
    },
    cell: {
      sub_section: text('sub_section'),
      question: text('question'),
      row: text('row'),
      column: text('column')
    },
    value: text('value'),
    is_not_applicable: notApplicable,
    is_not_available: notAvailable,
    status: status === '' ? null : status,
    author,
    time: time === '' ? null : new Date(time).toISOString()
  })
}

const readFlag = (text: string): boolean | null =>
  text === 'true' ? true : text === 'false' || text === '' ? false : null

/** The lines of one section of one submission that stand together. */
export interface SectionLines {
  file: string
  keys: AnswerLine['keys']
  lines: AnswerLine[]
}

export const sectionKey = ({ keys }: Pick<SectionLines, 'keys'>): string =>
  JSON.stringify(Object.values(keys))
