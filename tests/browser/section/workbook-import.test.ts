// Bringing a file back: what it would change, what it may not, and what else was changed meanwhile.

import { describe, expect, it, test } from 'vitest'
import { BLANK_ANSWER } from '#browser/section/state/merge.ts'
import { importChanges } from '#browser/section/workbook/import-preview.ts'
import {
  beds,
  csvFilled,
  filled,
  numbered,
  outcomes,
  rate,
  section
} from '#tests/support/filled-workbooks.ts'
import { aSection, withAnswer } from '#tests/support/questions.ts'
import {
  addressOfAnswer,
  aList,
  aSource,
  downloaded,
  previewed,
  rowOf,
  withCell,
  withFormat,
  type FileKind
} from '#tests/support/workbooks.ts'

describe('new, changed, cleared', () => {
  const source = aSource(section)

  it('finds what was typed, and hands it over as one list of changes', () => {
    let bytes = downloaded(source, 'xlsx')
    bytes = filled(numbered(bytes, 'Beds', '24'), 'Vacancy rate', '12,5 %')
    bytes = filled(bytes, 'Kind', "'=Surgical")
    const preview = previewed(source, bytes)
    expect(outcomes(preview)).toEqual({ '1:0:0': 'changed', '2:0:0': 'new', '3:0:0': 'new' })
    expect(rowOf(preview, '1:0:0')).toMatchObject({
      name: 'About the ward: Beds',
      current: '20',
      file: '24',
      note: null
    })
    const text = (key: string, words: string) => ({
      key,
      content: { text: words, isNotApplicable: false, isNotAvailable: false }
    })
    expect(importChanges(source, preview, new Set())).toEqual([
      text('1:0:0', '24'),
      text('2:0:0', '12.5'),
      text('3:0:0', '=Surgical')
    ])
  })

  it('takes an emptied cell of a filled workbook for cleared, and the two words for reasons', () => {
    const bytes = filled(
      withCell(downloaded(source, 'xlsx'), addressOfAnswer(downloaded(source, 'xlsx'), 'Beds'), ''),
      'Opened',
      ' Not available '
    )
    const preview = previewed(source, bytes)
    expect(rowOf(preview, '1:0:0')).toMatchObject({ outcome: 'changed', answer: BLANK_ANSWER, file: '' })
    expect(rowOf(preview, '4:0:0')).toMatchObject({
      outcome: 'new',
      answer: { ...BLANK_ANSWER, is_not_available: true }
    })
  })

  it('flags a value that is possible but unusual', () => {
    const preview = previewed(source, numbered(downloaded(source, 'xlsx'), 'Beds', '45'))
    expect(rowOf(preview, '1:0:0')).toMatchObject({
      outcome: 'changed',
      note: 'Usually 40 beds or less.'
    })
  })

  it('finds the cells of a grid and of a CSV file', () => {
    const preview = previewed(
      source,
      csvFilled(downloaded(source, 'csv'), { Beds: '1 e1', 'Cell 3': '7.25', Opened: '30/9/2026' })
    )
    expect(outcomes(preview)).toEqual({ '1:0:0': 'rejected', '52:2:1': 'new', '4:0:0': 'new' })
    expect(rowOf(preview, '52:2:1')).toMatchObject({
      name: 'Staff by band: Row 2, Column 1',
      answer: { ...BLANK_ANSWER, value: 7.25 }
    })
    expect(rowOf(preview, '4:0:0').answer?.value).toBe('2026-09-30')
  })

  it('reads a CSV file that a spreadsheet with decimal commas has saved', () => {
    const halves = aSource(
      aSection(
        aList(withAnswer({ ...rate, question_text: 'Half', question_id: 8 }, { value: 0.5 }), {
          ...rate,
          decimal_places: null
        })
      )
    )
    const saved = csvFilled(downloaded(halves, 'csv'), { Half: '0,5', 'Vacancy rate': '1,234' }, ';')
    expect(rowOf(previewed(halves, saved), '2:0:0').answer?.value).toBe(1.234)
    const points = csvFilled(downloaded(halves, 'csv'), { 'Vacancy rate': '1,234' }, ';')
    expect(rowOf(previewed(halves, points), '2:0:0').answer?.value).toBe(1234)
  })

  it('reads a CSV file in the old Windows encoding', () => {
    const words = new TextDecoder().decode(csvFilled(downloaded(source, 'csv'), { Remarks: 'Café' }))
    const bytes = Uint8Array.from(words.replaceAll('\uFEFF', ''), character => character.charCodeAt(0))
    expect(rowOf(previewed(source, bytes), '5:0:0').answer?.value).toBe('Café')
  })
})

describe('what is not possible', () => {
  const source = aSource(section)
  const rejected = (bytes: Uint8Array, key: string): string | null => {
    const row = rowOf(previewed(source, bytes), key)
    expect(row).toMatchObject({ outcome: 'rejected', answer: null })
    return row.note
  }

  it.each([
    ['61', 'The value must be between 0 and 60 beds.'],
    ['4.5', 'Enter a whole number.']
  ])('refuses %s by the hard rules', (value, reason) => {
    expect(rejected(numbered(downloaded(source, 'xlsx'), 'Beds', value), '1:0:0')).toBe(reason)
  })

  it('refuses words for numbers, unknown options and dates that there are not', () => {
    const bytes = downloaded(source, 'xlsx')
    expect(rejected(filled(bytes, 'Beds', 'about 20'), '1:0:0')).toBe('Enter a number.')
    expect(rejected(filled(bytes, 'Kind', 'Dental'), '3:0:0')).toBe('“Dental” is not one of the options.')
    expect(rejected(filled(bytes, 'Opened', '30/2/2026'), '4:0:0')).toMatch(/^Enter a date/)
    expect(rejected(numbered(bytes, 'Opened', '2026', 0), '4:0:0')).toMatch(/^This is a number, not a date/)
  })

  it('refuses what the spreadsheet has made of a number: a date, a time, an error', () => {
    const bytes = downloaded(source, 'xlsx')
    expect(rejected(numbered(withFormat(bytes, 14), 'Beds', '46000', 0), '1:0:0')).toMatch(
      /taken this for a date \(2025-12-09\)/
    )
    expect(rejected(numbered(withFormat(bytes, 20), 'Beds', '0.5', 0), '1:0:0')).toMatch(
      /taken this for a time/
    )
    const faulty = withCell(bytes, addressOfAnswer(bytes, 'Beds'), '<v>#REF!</v>', { type: 'e' })
    expect(rejected(faulty, '1:0:0')).toBe('The cell contains an error instead of a value: #REF!.')
  })

  it('lists cells that the section does not have, and leaves what is not in the file alone', () => {
    const smaller = aSource(aSection(aList(beds)))
    const preview = previewed(smaller, downloaded(source, 'xlsx'))
    expect(preview.rows.find(row => row.key === '5:0:0')).toMatchObject({
      outcome: 'rejected',
      note: 'This cell is no longer in the section.'
    })
    expect(previewed(source, downloaded(smaller, 'xlsx'))).toMatchObject({
      missing: 8,
      counts: { same: 1, changed: 0 }
    })
  })
})

describe('formulas', () => {
  const source = aSource(section)
  const address = (bytes: Uint8Array): string => addressOfAnswer(bytes, 'Beds')

  it('takes only the stored value of a formula and says where it came from', () => {
    const bytes = downloaded(source, 'xlsx')
    const row = rowOf(
      previewed(source, withCell(bytes, address(bytes), '<f>SUM(A1:A9)</f><v>31</v>')),
      '1:0:0'
    )
    expect(row).toMatchObject({ outcome: 'changed', isFromFormula: true, file: '31' })
  })

  it('refuses a formula without a stored value, and one that stands in a CSV file', () => {
    const bytes = downloaded(source, 'xlsx')
    const unsolved = rowOf(
      previewed(source, withCell(bytes, address(bytes), '<f>HYPERLINK("http://x.example")</f>')),
      '1:0:0'
    )
    expect(unsolved).toMatchObject({ outcome: 'rejected', isFromFormula: true })
    expect(unsolved.note).toMatch(/formulas are not recalculated/)
    const written = rowOf(previewed(source, csvFilled(downloaded(source, 'csv'), { Beds: '=1+1' })), '1:0:0')
    expect(written).toMatchObject({ outcome: 'rejected', isFromFormula: true })
  })
})

test('a percentage that the spreadsheet keeps as a fraction is the percentage that was typed', () => {
  const source = aSource(section)
  const bytes = numbered(withFormat(downloaded(source, 'xlsx'), 10), 'Vacancy rate', '0.125', 0)
  expect(rowOf(previewed(source, bytes), '2:0:0').answer?.value).toBe(12.5)
})

test('a cell that the spreadsheet shows as a percentage is no plain number', () => {
  const source = aSource(section)
  const bytes = numbered(withFormat(downloaded(source, 'xlsx'), 10), 'Beds', '0.5', 0)
  expect(rowOf(previewed(source, bytes), '1:0:0')).toMatchObject({
    outcome: 'rejected',
    note: 'The spreadsheet shows this as a percentage (50%). Format the cell as a number and check its value.'
  })
  expect(rowOf(previewed(source, filled(downloaded(source, 'xlsx'), 'Beds', '50%')), '1:0:0').note).toMatch(
    /without the percent sign/
  )
})

test('numbers typed as text into a workbook are read with the decimal mark that they show together', () => {
  const free = { ...rate, decimal_places: null }
  const source = aSource(aSection(aList(free, { ...free, question_id: 8, question_text: 'Second' })))
  const typed = (first: string, second: string) => {
    const preview = previewed(
      source,
      filled(filled(downloaded(source, 'xlsx'), 'Vacancy rate', first), 'Second', second)
    )
    return [rowOf(preview, '2:0:0'), rowOf(preview, '8:0:0')].map(row => row.answer?.value ?? row.note)
  }
  expect(typed('1.234,50', '1.500')).toEqual([1234.5, 1500])
  expect(typed('12', '1.500')[1]).toMatch(/could be 1,500 or 1.5/)
})

describe.each<FileKind>(['xlsx', 'csv'])('when the section has gone on since the %s download', file => {
  const at = (value: number, version: number) => ({
    answer: { ...BLANK_ANSWER, value },
    base: { ...BLANK_ANSWER, value },
    version
  })
  const typed = (bytes: Uint8Array, value: string): Uint8Array =>
    file === 'csv' ? csvFilled(bytes, { Beds: value }) : numbered(bytes, 'Beds', value)

  it('is a conflict only where both have changed to something else', () => {
    const bytes = downloaded(aSource(section), file)
    const later = aSource(section, { '1:0:0': at(22, 2) })
    expect(outcomes(previewed(later, bytes))).toEqual({})
    expect(outcomes(previewed(later, typed(bytes, '22')))).toEqual({})
    const preview = previewed(later, typed(bytes, '24'))
    expect(rowOf(preview, '1:0:0')).toMatchObject({
      outcome: 'conflict',
      current: '22',
      file: '24',
      note: 'Also changed here since the download. It was 20.'
    })
    expect(importChanges(later, preview, new Set())).toEqual([])
    expect(importChanges(later, preview, new Set(['1:0:0']))).toMatchObject([
      { key: '1:0:0', content: { text: '24' } }
    ])
  })

  it('counts what is typed here and not saved yet', () => {
    const now = aSource(section, { '1:0:0': { ...at(20, 1), answer: { ...BLANK_ANSWER, value: 23 } } })
    expect(outcomes(previewed(now, typed(downloaded(aSource(section), file), '24')))).toEqual({
      '1:0:0': 'conflict'
    })
  })

  it('lets a blank form fill what is blank, and change what is as it was', () => {
    const form = typed(downloaded(aSource(section), file, 'blank'), '24')
    expect(outcomes(previewed(aSource(section), form))).toEqual({ '1:0:0': 'changed' })
    expect(outcomes(previewed(aSource(section, { '1:0:0': at(22, 2) }), form))).toEqual({
      '1:0:0': 'conflict'
    })
    expect(
      outcomes(
        previewed(
          aSource(section, { '1:0:0': { answer: BLANK_ANSWER, base: BLANK_ANSWER, version: 2 } }),
          form
        )
      )
    ).toEqual({ '1:0:0': 'new' })
  })
})
