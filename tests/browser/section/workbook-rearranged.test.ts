// A file whose rows are not where they were.

import readOtherXlsx from 'read-excel-file/universal'
import { describe, expect, it } from 'vitest'
import writeOtherXlsx, { type SheetData } from 'write-excel-file/universal'
import { numbered, outcomes, section } from '#tests/support/filled-workbooks.ts'
import { aSource, downloaded, previewed, rowOf, withPart } from '#tests/support/workbooks.ts'

describe('a workbook that someone has rearranged', () => {
  const source = aSource(section)
  const rows = (xml: string): string[] => xml.match(/<row .*?<\/row>/gs) ?? []
  const renumbered = (row: string, number: number): string =>
    row.replace(/(<row r=")\d+|(<c r="[A-Z]+)\d+/g, `$1$2${number}`)
  const rearranged = (bytes: Uint8Array, change: (rows: string[]) => string[]): Uint8Array =>
    withPart(bytes, 'xl/worksheets/sheet1.xml', xml =>
      xml.replace(
        /<sheetData>.*<\/sheetData>/s,
        `<sheetData>${change(rows(xml))
          .map((row, index) => renumbered(row, index + 1))
          .join('')}</sheetData>`
      )
    )

  it('is found again after rows were sorted and inserted', () => {
    const bytes = rearranged(numbered(downloaded(source, 'xlsx'), 'Beds', '24'), list => [
      '<row r="1"><c r="B1"><v>5</v></c></row>',
      ...list.toReversed()
    ])
    expect(outcomes(previewed(source, bytes))).toEqual({ '1:0:0': 'changed' })
  })

  it('leaves out deleted rows and refuses copied ones', () => {
    const bytes = numbered(downloaded(source, 'xlsx'), 'Beds', '24')
    const ofBeds = (row: string): boolean => row.includes('>Beds<')
    expect(
      previewed(
        source,
        rearranged(bytes, list => list.filter(row => !ofBeds(row)))
      )
    ).toMatchObject({ missing: 1, counts: { changed: 0 } })
    const copied = previewed(
      source,
      rearranged(bytes, list => list.flatMap(row => (ofBeds(row) ? [row, row] : [row])))
    )
    expect(rowOf(copied, '1:0:0')).toMatchObject({
      outcome: 'rejected',
      note: 'The cell is in the file more than once.'
    })
  })

  it('is read after another program has written it anew', async () => {
    const bytes = numbered(downloaded(source, 'xlsx'), 'Beds', '24')
    const sheets = await readOtherXlsx(new Blob([bytes as Uint8Array<ArrayBuffer>]), { trim: false })
    const written = await writeOtherXlsx(
      sheets.map(({ sheet, data }) => ({ sheet, data: data as SheetData, dateFormat: 'yyyy-mm-dd' }))
    ).toBlob()
    expect(outcomes(previewed(source, new Uint8Array(await written.arrayBuffer())))).toEqual({
      '1:0:0': 'changed'
    })
  })
})
