// Downloading a section and bringing the file back unchanged changes nothing, whatever stands in it (quality 5).

import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import readOtherXlsx from 'read-excel-file/universal'
import { describe, expect, it, test } from 'vitest'
import { exportedValue, exportedText } from '#browser/section/workbook/exported-answer.ts'
import { fileContentText } from '#browser/section/workbook/file-content.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { isAnswerable } from '#domain/answers/cell-rules.ts'
import { isSameAnswer } from '#domain/answers/same-answer.ts'
import { escapeFormula, unescapeFormula } from '#lib/escape-formula.ts'
import { readXlsx } from '#lib/xlsx/read.ts'
import { hostileSection, hostileText } from '#tests/support/hostile-section.ts'
import { aSource, downloaded, previewed, readBack, type FileKind } from '#tests/support/workbooks.ts'

const files: FileKind[] = ['xlsx', 'csv']

describe.each(files)('a section with hostile text as %s', file => {
  it('comes back with every answer as it left, and nothing to change', () => {
    fc.assert(
      fc.property(hostileSection, section => {
        const source = aSource(section)
        const bytes = downloaded(source, file)
        const open = section.sub_sections.flatMap(subSection => subSection.questions).filter(isAnswerable)
        const { cells, repeated } = readBack(bytes)
        expect(repeated).toEqual([])
        expect(cells.map(cell => cell.key).toSorted()).toEqual(open.map(cellKey).toSorted())
        for (const question of open) {
          const cell = cells.find(candidate => candidate.key === cellKey(question))
          expect(cell?.version).toBe(question.answer.version)
          expect(cell?.exported && isSameAnswer(cell.exported, question.answer)).toBe(true)
          expect(cell?.isFormula).toBe(false)
          const shown = exportedValue(question, question.answer)
          if (typeof shown !== 'number')
            expect(cell && fileContentText(cell.content)).toBe(exportedText(shown))
        }
        const { counts, missing } = previewed(source, bytes)
        expect({ ...counts, missing }).toEqual({
          new: 0,
          changed: 0,
          same: open.length,
          rejected: 0,
          conflict: 0,
          missing: 0
        })
      }),
      { numRuns: 80 }
    )
  })

  it('as a blank form changes nothing either, and holds no answer', () => {
    fc.assert(
      fc.property(hostileSection, section => {
        const bytes = downloaded(aSource(section), file, 'blank')
        const { cells } = readBack(bytes)
        expect(cells.length).toBeGreaterThan(0)
        expect(cells.every(cell => cell.exported === null && cell.content.value === null)).toBe(true)
        const { counts } = previewed(aSource(section), bytes)
        expect(counts.new + counts.changed + counts.rejected + counts.conflict).toBe(0)
      }),
      { numRuns: 40 }
    )
  })

  it('holds no text that a spreadsheet would run', () => {
    fc.assert(
      fc.property(hostileSection, section => {
        const bytes = downloaded(aSource(section), file)
        for (const text of textsIn(bytes, file)) expect(text).not.toMatch(/^[\s\0]*[=+\-@\t\r＝＋－＠]/)
      }),
      { numRuns: 60 }
    )
  })
})

/** Every text of a file, as another program reads it. Numbers are no texts. */
function textsIn(bytes: Uint8Array, file: FileKind): string[] {
  if (file === 'csv')
    return Papa.parse<string[]>(strFromU8(bytes), { delimiter: ',' })
      .data.flat()
      .filter(text => !/^-?\d+(\.\d+)?(e[+-]\d+)?$/.test(text))
  const sheets = readXlsx(bytes)
  if (!sheets.ok) throw new Error(sheets.error)
  const cells = sheets.value.flatMap(sheet => [...sheet.rows.values()].flatMap(row => [...row.values()]))
  // The only formulas are those of calculated cells, which hold addresses and numbers.
  for (const [, formula] of strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!).matchAll(
    /<f>(.*?)<\/f>/gs
  ))
    expect(formula).toMatch(
      /^(?:IF|AND|SUM|COUNT|ISNUMBER|IFERROR|FALSE|[A-Z]+\d+|\d+(?:\.\d+)?|&[gl]t;|&#34;|[-+*/(),:])+$/
    )
  return cells.flatMap(cell => (typeof cell.value === 'string' ? [cell.value] : []))
}

test('every text survives the guard against formulas', () => {
  fc.assert(fc.property(hostileText, text => unescapeFormula(escapeFormula(text)) === text))
  expect(escapeFormula('=1+1')).toBe("'=1+1")
  expect(escapeFormula('plain – text')).toBe('plain – text')
})

test('another program reads the same sheets, texts and numbers', async () => {
  await fc.assert(
    fc.asyncProperty(hostileSection, async section => {
      const bytes = downloaded(aSource(section), 'xlsx')
      const ours = readXlsx(bytes)
      const theirs = await readOtherXlsx(new Blob([bytes as Uint8Array<ArrayBuffer>]), { trim: false })
      expect(ours.ok && ours.value.map(sheet => sheet.name)).toEqual(theirs.map(sheet => sheet.sheet))
      theirs.forEach((sheet, index) =>
        sheet.data.forEach((row, rowIndex) =>
          row.forEach((value, column) => {
            const cell = ours.ok ? ours.value[index]?.rows.get(rowIndex)?.get(column) : undefined
            const read = value instanceof Date ? value.toISOString().slice(0, 10) : value
            // The other reader takes an empty text for nothing.
            expect(cell?.value === '' ? null : (cell?.value ?? null)).toBe(read)
          })
        )
      )
    }),
    { numRuns: 40 }
  )
})
