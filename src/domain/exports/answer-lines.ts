// Lines of the files of answers, comments, queries and changes. All begin with the same keys.

import type { QueryEntry, QueryRule, QueryStatus } from '#contract/queries.ts'
import type { CellValue, SectionStatus } from '#contract/questionnaires.ts'
import type { CellAnswer } from '#domain/answers/cell-rules.ts'
import { formatCellText } from '#domain/answers/cell-text.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import type { CsvCell } from '#lib/csv.ts'
import { isCalendarDate } from '#lib/time/calendar-date.ts'
import type { PlacedAddress, CodedQuestion } from './answer-places.ts'
import { partCodes } from './part-codes.ts'

/** A date is an object, because a workbook distinguishes it from a text. */
export type FileField = CsvCell | { date: string }

/** Choices by the names on screen, or by codes that can be imported again. */
export type ChoiceStyle = 'labels' | 'codes'

/** A submission's questionnaire, or one case of it. */
export interface AnsweredUnit {
  organisation: string
  submission: string
  period: string
  questionnaire: string
  /** The pseudonym of a case; empty outside surveys. */
  case: string
}

export interface FileAnswer extends CellAnswer {
  /** Empty for respondents. */
  author: string
  /** ISO 8601; empty for cases. */
  time: string
}

/** A value that an answer has or had. */
export interface FileVersion extends FileAnswer {
  version: number
  /** When it was imported, ISO 8601; empty if it was entered here. */
  importedAt: string
}

const UNIT_COLUMNS = ['organisation', 'submission', 'period', 'questionnaire', 'case'] as const
const KEY_COLUMNS = [...UNIT_COLUMNS, 'section', 'sub_section', 'question', 'row', 'column'] as const
const ANSWER_COLUMNS = ['value', 'not_applicable', 'not_available'] as const

export const LONG_COLUMNS = [
  ...KEY_COLUMNS,
  ...ANSWER_COLUMNS,
  'section_status',
  'entered_by',
  'entered_at',
  'query_status'
] as const

export const HISTORY_COLUMNS = [
  ...KEY_COLUMNS,
  'version',
  ...ANSWER_COLUMNS,
  'changed_by',
  'changed_at',
  'imported_at'
] as const

export const COMMENT_COLUMNS = [
  ...KEY_COLUMNS,
  'comment',
  'reply_to',
  'comment_text',
  'is_resolved',
  'created_by',
  'created_at'
] as const

export const QUERY_COLUMNS = [
  ...KEY_COLUMNS,
  'query',
  'query_status',
  'rules',
  'due_at',
  'act',
  'entry_text',
  'created_by',
  'created_at'
] as const

export const unitFields = (unit: AnsweredUnit): FileField[] => UNIT_COLUMNS.map(column => unit[column])

const keyFields = (unit: AnsweredUnit, { place, row }: PlacedAddress): FileField[] => [
  ...unitFields(unit),
  place.section.code,
  place.subSection.code,
  place.question.code,
  row ?? place.row?.code ?? '',
  place.column?.code ?? ''
]

const valueFields = (
  { place }: PlacedAddress,
  { value, is_not_applicable, is_not_available }: FileAnswer,
  choices: ChoiceStyle
): FileField[] => [
  valueField(place.question, value, choices),
  String(is_not_applicable),
  String(is_not_available)
]

export interface FileStatuses {
  section: SectionStatus
  /** Of the newest query about the cell; null if there is none. */
  query: QueryStatus | null
}

/** One answer. */
export const longLine = (
  unit: AnsweredUnit,
  address: PlacedAddress,
  cell: FileAnswer,
  statuses: FileStatuses,
  choices: ChoiceStyle
): FileField[] => [
  ...keyFields(unit, address),
  ...valueFields(address, cell, choices),
  statuses.section,
  cell.author,
  cell.time,
  statuses.query
]

/** One version of an answer; without a value where it was cleared. */
export const historyLine = (
  unit: AnsweredUnit,
  address: PlacedAddress,
  cell: FileVersion,
  choices: ChoiceStyle
): FileField[] => [
  ...keyFields(unit, address),
  cell.version,
  ...valueFields(address, cell, choices),
  cell.author,
  cell.time,
  cell.importedAt
]

export interface FileComment {
  number: number
  reply_to: number | null
  comment_text: string
  is_resolved: boolean
  author: string
  time: string
}

export const commentLine = (
  unit: AnsweredUnit,
  address: PlacedAddress,
  comment: FileComment
): FileField[] => [
  ...keyFields(unit, address),
  comment.number,
  comment.reply_to,
  comment.comment_text,
  String(comment.is_resolved),
  comment.author,
  comment.time
]

/** A message of a query, or a decision about it. */
export interface FileQueryEntry extends Pick<QueryEntry, 'act' | 'entry_text'> {
  number: number
  status: QueryStatus
  rules: readonly QueryRule[]
  /** ISO 8601; empty without one. */
  dueAt: string
  author: string
  time: string
}

export const queryLine = (unit: AnsweredUnit, address: PlacedAddress, entry: FileQueryEntry): FileField[] => [
  ...keyFields(unit, address),
  entry.number,
  entry.status,
  entry.rules.map(ruleField).join(' '),
  entry.dueAt,
  entry.act,
  entry.entry_text,
  entry.author,
  entry.time
]

/** `changed=40`, with its percentage */
const ruleField = (rule: QueryRule): string =>
  rule.rule_code === 'changed' ? `${rule.rule_code}=${rule.change_percent}` : rule.rule_code

/** A value as it is stored; for choices, the names or codes of their options. */
export function valueField(question: CodedQuestion, value: CellValue, choices: ChoiceStyle): FileField {
  if (value === null) return null
  const { entry, exportedAs } = typeOf(question)
  if (entry === 'chosen' && choices === 'labels') return formatCellText(question, value)
  if (Array.isArray(value)) return value.map(id => optionCode(question, id)).join(' ')
  if (typeof value === 'number')
    return typeOf(question).holds === 'option' ? optionCode(question, value) : value
  return exportedAs === 'date' && isCalendarDate(value) ? { date: value } : value
}

/** Codes of the options of a question, in their order. */
export const optionCodes = ({ option_list }: Pick<CodedQuestion, 'option_list'>): string[] =>
  partCodes(option_list.map(({ option_name }) => ({ name: option_name, isActive: true })))

const codesById = new WeakMap<CodedQuestion['option_list'], Map<number, string>>()

function optionCode({ option_list }: CodedQuestion, id: number): string {
  const known =
    codesById.get(option_list) ??
    new Map(optionCodes({ option_list }).map((code, index) => [option_list[index]?.option_id ?? 0, code]))
  codesById.set(option_list, known)
  return known.get(id) ?? String(id)
}
