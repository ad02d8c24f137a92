// The tables of a release, as its datapackage.json describes them.

import { LONG_COLUMNS, longLine, valueField, type FileField } from '#domain/exports/answer-lines.ts'
import type { CodedCell, CodedQuestion } from '#domain/exports/answer-places.ts'
import type { Tally } from '#domain/figures/aggregates.ts'

/** Answers as they are exported, without cases and without who entered them, and when. */
export const VALUE_COLUMNS = [
  'organisation',
  'submission',
  'period',
  'questionnaire',
  'section',
  'sub_section',
  'question',
  'row',
  'column',
  'tally',
  'value',
  'not_applicable',
  'not_available'
] as const

/** They identify a cell; with the tally, what is counted of its cases or rows. */
const CELL_KEY_COLUMNS = ['questionnaire', 'section', 'sub_section', 'question', 'row', 'column'] as const

export const FIGURE_COLUMNS = ['chart', 'series', 'organisation', 'submission', 'value'] as const
export const AVERAGE_COLUMNS = [
  'chart',
  'series',
  'n',
  'mean',
  'median',
  'lower_quartile',
  'upper_quartile'
] as const
export const RUN_COLUMNS = ['chart', 'series', 'run', 'mean', 'submission_count'] as const
export const PARTICIPANT_COLUMNS = [
  'organisation',
  'organisation_name',
  'submission',
  'submission_name'
] as const

/** The published value of a cell, or of a tally of it. */
export interface PublishedAnswer {
  number: number | null
  isSkipped: boolean
  isUnavailable: boolean
}

/** Where a question is answered. */
export interface ReleasedQuestion {
  questionnaire: { code: string; name: string }
  place: CodedCell
}

interface Answerer {
  organisation: string
  submission: string
}

export function valueLine(
  { organisation, submission, period }: Answerer & { period: string },
  { questionnaire, place }: ReleasedQuestion,
  tally: Tally | undefined,
  { number, isSkipped, isUnavailable }: PublishedAnswer
): FileField[] {
  const line = longLine(
    { organisation, submission, period, questionnaire: questionnaire.code, case: '' },
    { place, row: null, order: [0, 0, 0] },
    {
      value: number,
      is_not_applicable: isSkipped,
      is_not_available: isUnavailable,
      author: '',
      time: ''
    },
    { section: 'complete', query: null },
    'codes'
  )
  const exported = (column: string): FileField => line[LONG_COLUMNS.findIndex(one => one === column)] ?? null
  return VALUE_COLUMNS.map(column => {
    if (column === 'tally') return tallyCode(place.question, tally)
    // A tally is a count or a sum, never the id of an option.
    return column === 'value' && tally !== undefined ? number : exported(column)
  })
}

/** Options by their codes: `chosen=agree`. */
export function tallyCode(question: CodedQuestion, tally: Tally = ''): string {
  const [kind = '', ids = ''] = tally.split('=')
  const codes = ids === '' ? null : valueField(question, ids.split(',').map(Number), 'codes')
  return typeof codes === 'string' ? `${kind}=${codes}` : kind
}

/** How charts.json names a cell: by the columns that identify it in values.csv. */
export function cellReference({ questionnaire, place }: ReleasedQuestion, tally: Tally | undefined) {
  const { section, subSection, question, row, column } = place
  const codes = [
    questionnaire.code,
    section.code,
    subSection.code,
    question.code,
    row?.code ?? '',
    column?.code ?? ''
  ]
  return {
    ...Object.fromEntries(CELL_KEY_COLUMNS.map((name, index) => [name, codes[index]])),
    tally: tallyCode(question, tally)
  }
}

/** Types of columns; all others are texts. */
const columnTypes: Record<string, string> = {
  value: 'any',
  not_applicable: 'boolean',
  not_available: 'boolean',
  n: 'integer',
  run: 'integer',
  submission_count: 'integer',
  mean: 'number',
  median: 'number',
  lower_quartile: 'number',
  upper_quartile: 'number',
  decimal_places: 'integer',
  in_use: 'boolean'
}

/** The Table Schema of a file. */
export const tableSchema = (columns: readonly string[]) => ({
  fields: columns.map(name => ({ name, type: columnTypes[name] ?? 'string' })),
  missingValues: ['']
})
