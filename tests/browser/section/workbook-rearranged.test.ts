// A file whose rows are not where they were.

import { strToU8 } from 'fflate'
import Papa from 'papaparse'
import readOtherXlsx from 'read-excel-file/universal'
import { describe, expect, it } from 'vitest'
import writeOtherXlsx, { type SheetData } from 'write-excel-file/universal'
import { numbered, outcomes, section } from '#tests/support/filled-workbooks.ts'
import { aGrid, aRepeatingGrid, aSection } from '#tests/support/questions.ts'
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

describe('a workbook whose visible columns were sorted without the hidden ones', () => {
  const grid = aSource(aSection(aGrid(3, 2, { question: { decimal_places: null } })))
  /** Sorts the rows that are named, from column B on, as a spreadsheet does with the visible range. */
  const sortedVisibly = (bytes: Uint8Array, names: readonly string[], order: readonly string[]): Uint8Array =>
    withPart(bytes, 'xl/worksheets/sheet1.xml', xml => {
      const lines = names.map(name => {
        const [, number = ''] = new RegExp(`<c r="B(\\d+)"[^>]*><is><t[^>]*>${name}<`).exec(xml) ?? []
        const line = new RegExp(`<row r="${number}"[^>]*>.*?</row>`, 's').exec(xml)?.[0] ?? ''
        const cells = [...line.matchAll(/<c r="([B-Z]+)\d+".*?(?:\/>|<\/c>)/gs)]
          .map(([cell]) => cell)
          .join('')
        return { name, number, line, cells }
      })
      return lines.reduce((text, { number, line, cells }, at) => {
        const source = lines.find(({ name }) => name === order[at])
        const moved = (source?.cells ?? '').replace(/(<c r="[A-Z]+)\d+/g, `$1${number}`)
        return text.replace(line, line.replace(cells, moved))
      }, xml)
    })
  const NAMES = ['Row 1', 'Row 2', 'Row 3']
  const typed = (): Uint8Array =>
    NAMES.reduce((bytes, name, at) => numbered(bytes, name, String(at + 1)), downloaded(grid, 'xlsx'))

  it('is read by the names that stand beside the figures', () => {
    const preview = previewed(grid, sortedVisibly(typed(), NAMES, ['Row 3', 'Row 1', 'Row 2']))
    expect(['1:1:1', '3:2:1', '5:3:1'].map(key => rowOf(preview, key).answer?.value)).toEqual([1, 2, 3])
    expect(preview).toMatchObject({ moved: 6, counts: { new: 3, rejected: 0 } })
  })

  it('reports figures beside a name that the table does not have, or has twice', () => {
    const renamed = withPart(typed(), 'xl/worksheets/sheet1.xml', xml => xml.replace('>Row 2<', '>Row two<'))
    const one = previewed(grid, renamed)
    expect(rowOf(one, '3:2:1')).toMatchObject({
      outcome: 'rejected',
      note: 'In the file this is called “Row two”, which is not its name here. Enter the value in the section.'
    })
    expect(one.counts).toMatchObject({ new: 2, rejected: 1 })
    const twice = withPart(typed(), 'xl/worksheets/sheet1.xml', xml => xml.replace('>Row 2<', '>Row 1<'))
    expect(rowOf(previewed(grid, twice), '1:1:1')).toMatchObject({
      outcome: 'rejected',
      note: 'The file has “Row 1” more than once.'
    })
  })

  it('is read by the names of its lines as CSV too', () => {
    const { data } = Papa.parse<string[]>(new TextDecoder().decode(downloaded(grid, 'csv')))
    const head = data.findIndex(line => line[0] === 'Sub-section')
    const lines = data.slice(head + 1).filter(line => line.length > 9)
    const filledIn = lines.map((line, at) => line.with(8, String(at + 1)))
    const sorted = lines.map((line, at) => [...(filledIn[(at + 2) % 6] ?? []).slice(0, 9), ...line.slice(9)])
    const preview = previewed(grid, strToU8(Papa.unparse([...data.slice(0, head + 1), ...sorted])))
    const values = lines.map(
      (_, at) => rowOf(preview, `${at + 1}:${Math.floor(at / 2) + 1}:${(at % 2) + 1}`).answer?.value
    )
    expect(values).toEqual([1, 2, 3, 4, 5, 6])
  })
})

describe('a workbook whose visible columns were moved without the hidden names', () => {
  const grid = aSource(aSection(aGrid(2, 3, { question: { decimal_places: null } })))
  const filledIn = (): Uint8Array => {
    const bytes = downloaded(grid, 'xlsx')
    return withPart(bytes, 'xl/worksheets/sheet1.xml', xml =>
      ['Row 1', 'Row 2'].reduce((text, name, row) => {
        const [, number = ''] = new RegExp(`<c r="B(\\d+)"[^>]*><is><t[^>]*>${name}<`).exec(text) ?? []
        return ['D', 'E', 'F'].reduce(
          (line, letter, column) =>
            line.replace(
              new RegExp(`<c r="${letter}${number}"([^>]*?)(?:/>|>.*?</c>)`),
              `<c r="${letter}${number}"$1><v>${(row + 1) * 10 + column + 1}</v></c>`
            ),
          text
        )
      }, xml)
    )
  }
  /** Exchanges two columns from the headings down, as whoever drags the visible table does. */
  const swapped = (bytes: Uint8Array, [one, other]: readonly [string, string]): Uint8Array =>
    withPart(bytes, 'xl/worksheets/sheet1.xml', xml =>
      xml.replace(/<row r="(\d+)".*?<\/row>/gs, (row, number: string) =>
        number === '1'
          ? row
          : row.replace(
              new RegExp(`(<c r=")(${one}|${other})(?=${number}")`, 'g'),
              (_, start: string, letter: string) => start + (letter === one ? other : one)
            )
      )
    )
  const values = (bytes: Uint8Array) =>
    previewed(grid, bytes)
      .rows.toSorted((a, b) => a.key.localeCompare(b.key))
      .map(row => row.answer?.value)

  it('is read by the headings above the figures', () => {
    const bytes = filledIn()
    expect(values(bytes)).toEqual([11, 12, 13, 21, 22, 23])
    expect(values(swapped(bytes, ['D', 'E']))).toEqual([11, 12, 13, 21, 22, 23])
    expect(previewed(grid, swapped(bytes, ['D', 'F']))).toMatchObject({
      moved: 4,
      counts: { new: 6, rejected: 0 }
    })
  })

  it('reports figures below a heading that the table does not have, or has twice', () => {
    const renamed = withPart(filledIn(), 'xl/worksheets/sheet1.xml', xml =>
      xml.replace('>Column 2<', '>Column two<')
    )
    const preview = previewed(grid, renamed)
    expect(preview.counts).toMatchObject({ new: 4, rejected: 2 })
    expect(preview.rows.find(({ outcome }) => outcome === 'rejected')?.note).toBe(
      'In the file this is called “Column two”, which is not its name here. Enter the value in the section.'
    )
    const twice = withPart(filledIn(), 'xl/worksheets/sheet1.xml', xml =>
      xml.replace('>Column 2<', '>Column 1<')
    )
    expect(previewed(grid, twice).counts).toMatchObject({ new: 2, rejected: 2 })
  })
})

describe('values that belong to no cell', () => {
  const repeating = aSource(aSection(aRepeatingGrid([{}, {}], 1, (row, column) => row * 10 + column)))

  it('are reported when they stand below the last row of a workbook', () => {
    const bytes = withPart(downloaded(repeating, 'xlsx'), 'xl/worksheets/sheet1.xml', xml =>
      xml.replace('</sheetData>', '<row r="900"><c r="D900"><v>77</v></c></row></sheetData>')
    )
    const preview = previewed(repeating, bytes)
    expect(preview.counts).toMatchObject({ new: 0, rejected: 1 })
    expect(preview.rows.at(-1)).toMatchObject({ name: 'In the file: D900', file: '77', outcome: 'rejected' })
  })

  it('are reported when they stand in an added line of a CSV file, unlike a calculated value', () => {
    const own = aSource(section)
    const text = new TextDecoder().decode(downloaded(own, 'csv'))
    const preview = previewed(own, strToU8(`${text}About the ward,New question,,,,,,,12,,,\r\n`))
    expect(preview.rows.filter(row => row.outcome === 'rejected')).toMatchObject([
      { name: 'In the file: About the ward / New question /  / ', file: '12' }
    ])
  })

  it.each(['xlsx', 'csv'] as const)('are none in an unchanged %s file', file => {
    for (const source of [aSource(section), repeating])
      expect(previewed(source, downloaded(source, file)).counts.rejected).toBe(0)
  })
})
