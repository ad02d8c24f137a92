// Writes a questionnaire as a workbook that read.ts reads back: for copies, for other programmes, and as an empty form.

import type { StructureDraft } from '#contract/questionnaire-structures.ts'
import { questionTypeNames } from '#domain/answers/question-type-names.ts'
import { questionTypes } from '#domain/answers/question-types.ts'
import { numberDuplicateNames, withNames, type NamedCell } from '#domain/formulas/named-expression.ts'
import { decodeEntities } from '#lib/text/markup.ts'
import { sheetAddress } from '#lib/xlsx/addresses.ts'
import { rangeOf, writeXlsx, type WrittenCell, type WrittenRow } from '#lib/xlsx/write.ts'
import { headNames, heads, QUESTIONS_SHEET, type ColumnHead } from './columns.ts'
import { DISABLED_PLACE } from './line-question.ts'
import { writeOptionList } from './option-list.ts'

type WrittenSection = StructureDraft['sections'][number]
type WrittenFileSubSection = WrittenSection['sub_sections'][number]
type WrittenFileQuestion = StructureDraft['questions'][number]
type LineValues = Partial<Record<ColumnHead, string | number | null | undefined>>

const COLUMN_WIDTHS: Partial<Record<ColumnHead, number>> = {
  question: 44,
  help: 32,
  options: 30,
  formula: 30,
  showIf: 30,
  guidance: 30
}
const LISTS_SHEET = 'Lists'
/** How many lines offer a list of the types. */
const OFFERED_LINES = 1000

export function writeStructureFile(structure: StructureDraft): Uint8Array<ArrayBuffer> {
  const lines = structure.sections.flatMap(section => sectionLines(structure, section))
  const types = Object.values(questionTypeNames)
  const typeColumn = headNames.indexOf('type')
  return writeXlsx([
    {
      name: QUESTIONS_SHEET,
      rows: [
        { cells: headNames.map(head => ({ value: heads[head], style: { isBold: true } })) },
        ...lines.map((line): WrittenRow => ({ cells: headNames.map(head => cellToWrite(line[head])) }))
      ],
      columns: headNames.map(head => ({ width: COLUMN_WIDTHS[head] ?? 16 })),
      validations: [
        {
          cells: Array.from({ length: OFFERED_LINES }, (_, row) => sheetAddress(row + 1, typeColumn)),
          rule: { list: rangeOf(LISTS_SHEET, 0, 0, types.length - 1) }
        }
      ]
    },
    { name: LISTS_SHEET, isHidden: true, rows: types.map(type => ({ cells: [{ value: type }] })) }
  ])
}

/** Why a workbook could not hold the questionnaire: the reader knows parts by their names, and two of one name would become one. */
export function faultOfWriting({ sections }: StructureDraft): string | undefined {
  const subSections = sections.flatMap(section => section.sub_sections)
  const lists: [parts: string, names: string[]][] = [
    ['sections', sections.map(one => one.section_name)],
    ...sections.map(one =>
      namedParts('sub-sections', one.section_name, one.sub_sections, 'sub_section_name')
    ),
    ...subSections.map(one => namedParts('rows', one.sub_section_name, one.rows, 'row_name')),
    ...subSections.map(one => namedParts('columns', one.sub_section_name, one.columns, 'column_name'))
  ]
  for (const [parts, names] of lists) {
    const repeated = names.find((name, index) => names.indexOf(name) < index)
    if (repeated !== undefined)
      return `Two ${parts} are named “${repeated}”. A workbook knows them by their names only: rename one first.`
  }
  return undefined
}

const namedParts = <K extends string>(
  kind: string,
  owner: string,
  parts: readonly Record<K, string>[],
  name: K
): [parts: string, names: string[]] => [`${kind} of “${owner}”`, parts.map(one => one[name])]

const cellToWrite = (value: string | number | null | undefined): WrittenCell | null =>
  value === undefined || value === null || value === '' ? null : { value }

function sectionLines(structure: StructureDraft, section: WrittenSection): LineValues[] {
  const questions = new Map(structure.questions.map(question => [question.number, question]))
  const names = namesIn(section, questions)
  const written = new Set<number>()
  return section.sub_sections.flatMap((subSection, at) =>
    cellsInOrder(subSection).flatMap((cell, index): LineValues[] => {
      const question = questions.get(cell.question)
      if (question === undefined) return []
      const isFirst = !written.has(question.number)
      written.add(question.number)
      return [
        {
          section: section.section_name,
          guidance: at === 0 && index === 0 ? guidanceText(section.guidance_html) : '',
          subSection: subSection.sub_section_name,
          totals: index === 0 ? totalsOf(subSection) : '',
          row: subSection.rows.find(({ number }) => number === cell.row)?.row_name,
          column: subSection.columns.find(({ number }) => number === cell.column)?.column_name,
          question: question.question_text,
          type: questionTypeNames[question.question_type],
          required: cell.is_disabled ? DISABLED_PLACE : cell.is_required ? 'yes' : 'no',
          code: `Q${question.number}`,
          ...(isFirst ? settingsOf(question, names) : {})
        }
      ]
    })
  )
}

/** By row and column, because the reader gives a grid's rows and columns the order of their first cells. */
function cellsInOrder({
  layout,
  rows,
  columns,
  cells
}: WrittenFileSubSection): WrittenFileSubSection['cells'] {
  if (layout === 'list') return cells
  const at = (parts: readonly { number: number }[], number: number): number =>
    parts.findIndex(one => one.number === number)
  return cells.toSorted(
    (one, other) =>
      at(rows, one.row) - at(rows, other.row) || at(columns, one.column) - at(columns, other.column)
  )
}

const totalsOf = ({ show_row_totals: row, show_column_totals: column }: WrittenFileSubSection): string =>
  row && column ? 'both' : row ? 'rows' : column ? 'columns' : ''

function settingsOf(question: WrittenFileQuestion, names: readonly NamedCell[]): LineValues {
  const { limits } = questionTypes[question.question_type]
  return {
    help: question.help_text,
    options: writeOptionList(question.option_names),
    unit: question.unit,
    ...(limits === 'range' && {
      decimals: question.decimal_places,
      min: question.min_value,
      max: question.max_value,
      warnMin: question.warn_min,
      warnMax: question.warn_max,
      warnChange: question.warn_change_percent
    }),
    maxLength: question.max_length,
    formula: withNames(question.expression ?? '', names),
    showIf: withNames(question.visible_if ?? '', names)
  }
}

/** Names a question by its code, and one of its cells by its place. */
function namesIn(
  { sub_sections }: WrittenSection,
  questions: ReadonlyMap<number, WrittenFileQuestion>
): NamedCell[] {
  const cells = sub_sections.flatMap(subSection =>
    subSection.cells.flatMap((cell): NamedCell[] => {
      const question = questions.get(cell.question)
      if (question === undefined) return []
      const row = subSection.rows.find(({ number }) => number === cell.row)?.row_name
      const column = subSection.columns.find(({ number }) => number === cell.column)?.column_name
      const options =
        questionTypes[question.question_type].options === 'choices'
          ? question.option_names.map((option_name, index) => ({ option_id: index + 1, option_name }))
          : []
      const whole: NamedCell = {
        name: `Q${cell.question}`,
        reference: { question_id: cell.question, row_id: null, column_id: null },
        options,
        hint: ''
      }
      if (row === undefined && column === undefined) return [whole]
      const reference = { question_id: cell.question, row_id: cell.row, column_id: cell.column }
      return [whole, { ...whole, name: [row, column].filter(one => one !== undefined).join(', '), reference }]
    })
  )
  const seen = new Set<string>()
  return numberDuplicateNames(
    cells.filter(cell => {
      const key = JSON.stringify([cell.name, cell.reference])
      return !seen.has(key) && Boolean(seen.add(key))
    })
  )
}

/** Converts guidance to text: a workbook's cell has no markup. */
const guidanceText = (html: string): string =>
  decodeEntities(html.replaceAll(/<\/(p|li|h\d|div)>|<br\s*\/?>/giu, '\n').replaceAll(/<[^>]*>/gu, '')).trim()
