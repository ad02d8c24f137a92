// The wide layout: one line for each submission or case, one column for each cell. Repeating rows have a table of their own.

import type { EmptySectionReason } from '#contract/empty-section-reason.ts'
import type { SectionStatus } from '#contract/questionnaires.ts'
import { questionTypes } from '#domain/answers/question-types.ts'
import { groupBy } from '#lib/group-by.ts'
import {
  optionCodes,
  unitFields,
  valueField,
  type AnsweredUnit,
  type ChoiceStyle,
  type FileAnswer,
  type FileField
} from './answer-lines.ts'
import type { CodedCell, PlacedAddress } from './answer-places.ts'

export interface AddressedAnswer extends PlacedAddress {
  cell: FileAnswer
}

/** The status of a section, and why there is nothing to report in it. */
export interface ExportedState {
  status: SectionStatus
  empty_reason: EmptySectionReason | null
}

/** Answers of a submission or case, and the states of its sections. */
export interface UnitAnswers {
  unit: AnsweredUnit
  cells: readonly AddressedAnswer[]
  stateOf: (sectionId: number) => ExportedState
}

/** Turns answers into lines of one table. */
export interface WideTable {
  /** Null for the table of submissions or cases; otherwise the code of the repeating sub-section. */
  block: string | null
  columns: readonly string[]
  linesOf: (answers: UnitAnswers) => FileField[][]
}

const UNIT_HEADINGS = ['organisation', 'submission', 'period', 'questionnaire', 'case']
/** Cells that are marked instead of answered, so that columns of numbers hold nothing else. */
const MARK_HEADINGS = ['not_applicable', 'not_available']

/** The tables of one questionnaire. */
export function wideTables(places: readonly CodedCell[], choices: ChoiceStyle): WideTable[] {
  const fixed = places.filter(({ subSection }) => !subSection.is_repeating)
  const repeating = groupBy(
    places.filter(({ subSection }) => subSection.is_repeating),
    ({ subSection }) => subSection.sub_section_id
  )
  const sections = [...new Map(places.map(({ section }) => [section.section_id, section])).values()]
  return [
    unitTable(sections, fixed, choices),
    ...[...repeating.values()].map(block => rowTable(block, choices))
  ]
}

function unitTable(
  sections: readonly CodedCell['section'][],
  places: readonly CodedCell[],
  choices: ChoiceStyle
): WideTable {
  return {
    block: null,
    columns: [
      ...UNIT_HEADINGS,
      ...sections.map(({ code }) => `status.${code}`),
      ...sections.map(({ code }) => `nothing_to_report.${code}`),
      ...MARK_HEADINGS,
      ...places.map(({ heading }) => heading)
    ],
    linesOf: ({ unit, cells, stateOf }) => [
      [
        ...unitFields(unit),
        ...sections.map(({ section_id }) => stateOf(section_id).status),
        ...sections.map(({ section_id }) => stateOf(section_id).empty_reason ?? ''),
        ...lineFields(
          places,
          cells.filter(({ row }) => row === null),
          choices
        )
      ]
    ]
  }
}

function rowTable(places: readonly CodedCell[], choices: ChoiceStyle): WideTable {
  const [first] = places
  return {
    block: first?.subSection.code ?? '',
    columns: [...UNIT_HEADINGS, 'row', ...MARK_HEADINGS, ...places.map(({ heading }) => heading)],
    linesOf: ({ unit, cells }) => {
      const own = cells.filter(
        ({ place }) => place.subSection.sub_section_id === first?.subSection.sub_section_id
      )
      return [...groupBy(own, ({ row }) => row)].map(([row, inRow]) => [
        ...unitFields(unit),
        row,
        ...lineFields(places, inRow, choices)
      ])
    }
  }
}

function lineFields(
  places: readonly CodedCell[],
  cells: readonly AddressedAnswer[],
  choices: ChoiceStyle
): FileField[] {
  const byPlace = new Map(cells.map(({ place, cell }) => [place, cell]))
  const marked = (mark: 'is_not_applicable' | 'is_not_available'): string =>
    cells
      .filter(({ cell }) => cell[mark])
      .map(({ place }) => place.heading)
      .join(' ')
  return [
    marked('is_not_applicable'),
    marked('is_not_available'),
    ...places.map(place => valueField(place.question, byPlace.get(place)?.value ?? null, choices))
  ]
}

export const CODEBOOK_COLUMNS = [
  'questionnaire',
  'questionnaire_name',
  'table',
  'heading',
  'section',
  'section_name',
  'sub_section',
  'sub_section_name',
  'question',
  'question_text',
  'row',
  'row_name',
  'column',
  'column_name',
  'type',
  'unit',
  'decimal_places',
  'in_use',
  'option',
  'option_name'
] as const

/** What each column of the wide layout and each key of the long one means: one line for each cell, or for each option of its question. */
export function codebookLines(
  questionnaire: { code: string; name: string },
  places: readonly CodedCell[]
): FileField[][] {
  return places.flatMap(place => {
    const { section, subSection, question, row, column } = place
    const line: FileField[] = [
      questionnaire.code,
      questionnaire.name,
      subSection.is_repeating ? subSection.code : '',
      place.heading,
      section.code,
      section.name,
      subSection.code,
      subSection.name,
      question.code,
      question.question_text,
      row?.code ?? '',
      row?.name ?? '',
      column?.code ?? '',
      column?.name ?? '',
      questionTypes[question.question_type].label,
      question.unit,
      question.decimal_places,
      String(place.isInUse)
    ]
    const options = codedOptions(place)
    return options.length === 0 ? [[...line, '', '']] : options.map(option => [...line, ...option])
  })
}

/** The code of each option and its name. Steps are stored as numbers. */
function codedOptions({ question }: CodedCell): [FileField, string][] {
  const { holds, options } = questionTypes[question.question_type]
  if (holds === 'yes_no')
    return [
      ['yes', 'Yes'],
      ['no', 'No']
    ]
  if (options === 'none') return []
  const codes = optionCodes(question)
  return question.option_list.map(({ option_name }, index) => [
    options === 'steps' ? index + 1 : (codes[index] ?? ''),
    option_name
  ])
}
