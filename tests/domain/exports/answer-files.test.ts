import { describe, expect, it } from 'vitest'
import type { QuestionType } from '#contract/questionnaires.ts'
import { longLine, valueField, type AnsweredUnit, type FileAnswer } from '#domain/exports/answer-lines.ts'
import {
  answerPlaces,
  compareAddresses,
  placeFinder,
  type CodedQuestion,
  type StoredQuestionnaire
} from '#domain/exports/answer-places.ts'
import { distinctCodes, partCodes, questionCodes } from '#domain/exports/part-codes.ts'
import { codebookLines, wideTables, type ExportedState } from '#domain/exports/wide-lines.ts'

const question = (
  question_id: number,
  code: string,
  question_type: QuestionType = 'integer',
  names: readonly string[] = []
): CodedQuestion => ({
  question_id,
  code,
  question_type,
  question_text: `Text of ${code}`,
  unit: '',
  decimal_places: null,
  is_active: true,
  option_list: names.map((option_name, index) => ({ option_id: 100 + index, option_name }))
})

const falls = question(1, 'falls')
const ward = question(2, 'ward', 'single_choice', ['Größe A', 'Größe-A', 'Other'])
const causes = question(3, 'causes', 'multiple_choice', ['Wet floor', 'Shoes; laces'])
const plate = question(4, 'plate', 'text')

const stored: StoredQuestionnaire = {
  sections: [
    { section_id: 10, name: 'Falls', is_active: true },
    { section_id: 11, name: 'Vehicles', is_active: true }
  ],
  subSections: [
    { section_id: 10, sub_section_id: 20, name: 'Counts', is_active: true, is_repeating: false },
    { section_id: 11, sub_section_id: 21, name: 'Each vehicle', is_active: true, is_repeating: true }
  ],
  rows: [
    { sub_section_id: 20, row_id: 31, name: 'All', is_active: false },
    { sub_section_id: 20, row_id: 30, name: 'All', is_active: true }
  ],
  columns: [
    { sub_section_id: 20, column_id: 40, name: 'Apr–Jun', is_active: true },
    { sub_section_id: 21, column_id: 41, name: 'Plate', is_active: true },
    { sub_section_id: 21, column_id: 42, name: 'Causes', is_active: true }
  ],
  memberships: [
    { sub_section_id: 20, question_id: 1, row_id: 31, column_id: 40 },
    { sub_section_id: 20, question_id: 1, row_id: 30, column_id: 40 },
    { sub_section_id: 20, question_id: 2, row_id: 0, column_id: 0 },
    { sub_section_id: 21, question_id: 4, row_id: 0, column_id: 41 },
    { sub_section_id: 21, question_id: 3, row_id: 0, column_id: 42 }
  ],
  questions: new Map([falls, ward, causes, plate].map(one => [one.question_id, one]))
}

const unit: AnsweredUnit = {
  organisation: 'NF',
  submission: 'NF-4B',
  period: '2026',
  questionnaire: 'falls',
  case: ''
}
const answer = (value: FileAnswer['value'], marks: Partial<FileAnswer> = {}): FileAnswer => ({
  value,
  is_not_applicable: false,
  is_not_available: false,
  author: 'Ada King',
  time: '2026-09-30T10:00:00.000Z',
  ...marks
})
const places = answerPlaces(stored)
const find = placeFinder(places)
const at = (question_id: number, row_id: number, column_id: number) => {
  const found = find({ question_id, row_id, column_id })
  if (found === null) throw new Error(`no place for ${question_id}`)
  return found
}

describe('Codes of parts', () => {
  it('come from names in any language, and stay with the part in use', () => {
    const parts = ['Apr–Jun', 'apr jun', '…', 'Größe'].map(name => ({ name, isActive: true }))
    expect(partCodes(parts)).toEqual(['apr_jun', 'apr_jun_2', 'part', 'größe'])
    expect(
      partCodes([
        { name: 'All', isActive: false },
        { name: 'All', isActive: true }
      ])
    ).toEqual(['all_2', 'all'])
    expect(distinctCodes(['a', 'a_2', 'a', 'a'])).toEqual(['a', 'a_2', 'a_3', 'a_4'])
  })

  it('name questions without a code by their number', () => {
    const codes = questionCodes([
      { question_id: 7, question_code: null },
      { question_id: 8, question_code: 'Q7' }
    ])
    expect([...codes.values()]).toEqual(['Q7_2', 'Q7'])
    // Formulas and lists of a folder do not distinguish case.
    expect([
      ...questionCodes([
        { question_id: 12, question_code: null },
        { question_id: 13, question_code: 'q12' }
      ]).values()
    ]).toEqual(['Q12_2', 'q12'])
  })
})

describe('Places of answers', () => {
  it('are in the order of the pages, with retired ones marked', () => {
    expect(places.map(({ heading, isInUse }) => [heading, isInUse])).toEqual([
      ['falls.all_2.apr_jun', false],
      ['falls.all.apr_jun', true],
      ['ward', true],
      ['plate', true],
      ['causes', true]
    ])
  })

  it('are found for cells of grids and repeating rows only where there is one', () => {
    expect(at(1, 30, 40).place.row?.name).toBe('All')
    expect(at(4, 7, 41).row).toBe(7)
    expect(find({ question_id: 4, row_id: 0, column_id: 41 })).toBeNull()
    expect(find({ question_id: 2, row_id: 3, column_id: 0 })).toBeNull()
    expect(find({ question_id: 9, row_id: 0, column_id: 0 })).toBeNull()
  })

  it('keep the cells of a repeating row together', () => {
    const unordered = [at(3, 2, 42), at(4, 2, 41), at(3, 1, 42), at(1, 30, 40), at(4, 1, 41)]
    const codes = unordered
      .toSorted(compareAddresses)
      .map(({ place, row }) => `${place.question.code} ${row}`)
    expect(codes).toEqual(['falls null', 'plate 1', 'causes 1', 'plate 2', 'causes 2'])
  })
})

describe('Lines', () => {
  it('hold the value as it is stored, choices by code or by name', () => {
    expect(valueField(falls, 0.1 + 0.7, 'codes')).toBe(0.1 + 0.7)
    expect(valueField(plate, '007', 'codes')).toBe('007')
    expect(valueField(ward, 101, 'codes')).toBe('größe_a_2')
    expect(valueField(ward, 101, 'labels')).toBe('Größe-A')
    expect(valueField(causes, [101, 100], 'codes')).toBe('shoes_laces wet_floor')
    expect(valueField(causes, [100], 'labels')).toBe('Wet floor')
    expect(valueField(question(5, 'day', 'date'), '2026-02-28', 'codes')).toEqual({ date: '2026-02-28' })
    expect(valueField(question(5, 'day', 'date'), 'unknown', 'codes')).toBe('unknown')
    const scale = question(6, 'scale', 'scale', ['Poor', 'Good'])
    expect([valueField(scale, 2, 'codes'), valueField(scale, 2, 'labels')]).toEqual([2, '2 (Good)'])
  })

  it('of the long layout begin with the keys', () => {
    const statuses = { section: 'complete', query: 'open' } as const
    expect(longLine(unit, at(1, 30, 40), answer(9), statuses, 'codes')).toEqual([
      'NF',
      'NF-4B',
      '2026',
      'falls',
      '',
      'falls',
      'counts',
      'falls',
      'all',
      'apr_jun',
      9,
      'false',
      'false',
      'complete',
      'Ada King',
      '2026-09-30T10:00:00.000Z',
      'open'
    ])
  })

  it('of the wide layout have a column for each cell, and a table for each repeating block', () => {
    const [main, block, ...more] = wideTables(places, 'codes')
    expect(more).toEqual([])
    const cells = [
      { ...at(1, 30, 40), cell: answer(9) },
      { ...at(2, 0, 0), cell: answer(null, { is_not_available: true }) },
      { ...at(4, 1, 41), cell: answer('A 1') },
      { ...at(3, 3, 42), cell: answer([100, 101]) }
    ]
    const answers = {
      unit,
      cells,
      stateOf: (id: number): ExportedState =>
        id === 10
          ? { status: 'complete', empty_reason: null }
          : { status: 'signed_off', empty_reason: 'not_recorded' }
    }
    expect(main?.columns.slice(5)).toEqual([
      'status.falls',
      'status.vehicles',
      'nothing_to_report.falls',
      'nothing_to_report.vehicles',
      'not_applicable',
      'not_available',
      'falls.all_2.apr_jun',
      'falls.all.apr_jun',
      'ward'
    ])
    expect(main?.linesOf(answers)).toEqual([
      'NF NF-4B 2026 falls  complete signed_off  not_recorded  ward'
        .split(' ')
        .concat([null, 9, null] as never)
    ])
    expect(block?.columns.slice(5)).toEqual(['row', 'not_applicable', 'not_available', 'plate', 'causes'])
    expect(block?.linesOf(answers)).toEqual([
      ['NF', 'NF-4B', '2026', 'falls', '', 1, '', '', 'A 1', null],
      ['NF', 'NF-4B', '2026', 'falls', '', 3, '', '', null, 'wet_floor shoes_laces']
    ])
  })

  it('of the codebook explain each column and each option', () => {
    const lines = codebookLines({ code: 'falls', name: 'Falls' }, places)
    expect(lines.filter(line => line[3] === 'ward').map(line => line.slice(-2))).toEqual([
      ['größe_a', 'Größe A'],
      ['größe_a_2', 'Größe-A'],
      ['other', 'Other']
    ])
    expect(new Set(lines.map(line => line.length))).toEqual(new Set([20]))
  })
})
