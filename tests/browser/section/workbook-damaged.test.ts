// Files that are no workbook, no longer one, or meant to do harm: one clear sentence, no exception, and never a wrong figure.

import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it, test } from 'vitest'
import { previewImport } from '#browser/section/workbook/import-preview.ts'
import { readWorkbook } from '#browser/section/workbook/read-workbook.ts'
import type { SectionQuestions } from '#contract/questionnaires.ts'
import { readXlsx } from '#lib/xlsx/read.ts'
import { aGrid, aSection, withAnswer } from '#tests/support/questions.ts'
import { aSource, downloaded, readBack, withPart } from '#tests/support/workbooks.ts'

const grid = aGrid(6, 6)
const section = aSection({
  ...grid,
  questions: grid.questions.map((question, index) => withAnswer(question, { value: index * 1.25 }))
})
const xlsx = downloaded(aSource(section), 'xlsx')
const csv = downloaded(aSource(section), 'csv')

const refusal = (bytes: Uint8Array): string => {
  const file = readWorkbook(bytes)
  return file.ok ? '' : file.error
}

test.each<[string, Uint8Array, RegExp]>([
  ['nothing', new Uint8Array(), /is empty/],
  ['an old or locked workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3), /\.xls.* password/],
  ['a PDF', strToU8('%PDF-1.7 …'), /PDF/],
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10), /picture/],
  ['a web page', strToU8('<!doctype html><p>Sign in</p>'), /web page/],
  ['JSON', strToU8('{"a":1}'), /another kind/],
  ['a letter', strToU8('Dear all,\nplease find attached'), /not downloaded from a section here/],
  [
    'bytes',
    Uint8Array.from({ length: 400 }, (_, index) => (index * 7919) % 251),
    /not downloaded|damaged|another/
  ],
  ['a huge file', new Uint8Array(10 * 1024 * 1024 + 1).fill(65), /larger than 10 MB/],
  ['an archive', zipSync({ 'letter.txt': strToU8('hello') }), /not an Excel workbook/],
  [
    'a binary workbook',
    zipSync({
      '_rels/.rels': strToU8(
        '<R><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></R>'
      ),
      'xl/workbook.bin': strToU8('x')
    }),
    /\.xlsb/
  ],
  [
    'a workbook of someone else',
    withPart(xlsx, 'xl/worksheets/sheet3.xml', xml =>
      xml.replace('Reference', 'Mine').replace('workbook:1:', 'other:')
    ),
    /not downloaded from a section/
  ],
  [
    'a workbook of another format',
    withPart(xlsx, 'xl/worksheets/sheet3.xml', xml => xml.replace('workbook:1:', 'workbook:9:')),
    /another version/
  ],
  [
    'a workbook without its hidden row',
    withPart(xlsx, 'xl/worksheets/sheet1.xml', xml => xml.replace('>places:3<', '><')),
    /hidden first row or column/
  ],
  [
    'an OpenDocument spreadsheet',
    zipSync({ mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }] }),
    /\.ods.* Save As .*\.xlsx/
  ],
  ['a Numbers file', zipSync({ 'Index/Document.iwa': strToU8('x') }), /Numbers.* Export To, Excel/],
  [
    'CSV in UTF-16 that does not say so',
    new Uint8Array(Buffer.from(new TextDecoder().decode(csv).replace('\uFEFF', ''), 'utf16le')),
    /UTF-16 without a mark.* “CSV UTF-8”/
  ],
  [
    'CSV in one column',
    strToU8(
      new TextDecoder()
        .decode(csv)
        .replace('\uFEFF', '')
        .split('\r\n')
        .map(line => `"${line.replaceAll('"', '""')}"`)
        .join('\r\n')
    ),
    /All columns .* in one.* comma/
  ],
  [
    'CSV without a column',
    strToU8(new TextDecoder().decode(csv).replace(',Key,', ',')),
    /The column “Key” is missing/
  ],
  [
    'CSV without two columns',
    strToU8(new TextDecoder().decode(csv).replace(',Answer,Key,', ',')),
    /The columns “Answer”, “Key” are missing/
  ],
  [
    'a CSV file cut inside quotes',
    strToU8(new TextDecoder().decode(csv).replace('"', '').concat('"cut')),
    /quotation mark|not downloaded/
  ]
])('%s is refused in one sentence', (_, bytes, sentence) => {
  expect(refusal(bytes)).toMatch(sentence)
  expect(refusal(bytes)).toMatch(/^[A-Z][^!]*\.$/)
})

describe('a workbook damaged on its way', () => {
  const whole = readBack(xlsx)

  it('is refused when it was cut, wherever', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: xlsx.length - 1 }), end => {
        expect(readWorkbook(xlsx.slice(0, end)).ok).toBe(false)
      })
    )
  })

  it('never gives another figure when bytes have changed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: xlsx.length - 1 }), fc.integer({ min: 1, max: 255 })), {
          minLength: 1,
          maxLength: 4
        }),
        flips => {
          const bytes = xlsx.slice()
          for (const [at, by] of flips) bytes[at] = (bytes[at] ?? 0) ^ by
          const file = readWorkbook(bytes)
          if (file.ok) expect(file.value.map(({ cells }) => cells)).toEqual([whole.cells])
          else expect(file.error).toMatch(/\.$/)
        }
      ),
      { numRuns: 150 }
    )
  })

  it('is refused when a part is no longer XML', () => {
    for (const part of [
      'xl/workbook.xml',
      'xl/styles.xml',
      'xl/worksheets/sheet1.xml',
      'xl/_rels/workbook.xml.rels'
    ]) {
      for (const change of [
        (xml: string) => xml.slice(0, -9),
        (xml: string) => xml.replace('</', '<'),
        (xml: string) => `${xml}<a`
      ]) {
        expect(refusal(withPart(xlsx, part, change))).toMatch(/damaged/)
      }
    }
  })
})

describe('a workbook that is meant to do harm', () => {
  const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(80 * 1024 * 1024) }, { level: 9 })

  it('is not unpacked when it says that it is huge', () => {
    expect(bomb.length).toBeLessThan(200_000)
    expect(refusal(bomb)).toMatch(/far larger than a section/)
  })

  it('is stopped when it says that it is small and is not', () => {
    const lying = bomb.slice()
    const view = new DataView(lying.buffer)
    for (let at = 0; at < lying.length - 46; at += 1)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 100, true)
    const started = process.cpuUsage()
    expect(refusal(lying)).toMatch(/damaged/)
    // Unpacking all of it takes hundreds of times the work of the first piece.
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000)
  })

  it('may not have more cells than any download, nor expand entities', () => {
    const many = `<worksheet><sheetData><row r="1">${'<c><v>1</v></c>'.repeat(200_001)}</row></sheetData></worksheet>`
    expect(refusal(withPart(xlsx, 'xl/worksheets/sheet1.xml', () => many))).toMatch(
      /more cells than any from here/
    )
    const laughs = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    const sheets = readXlsx(
      withPart(xlsx, 'xl/worksheets/sheet1.xml', xml =>
        xml.replace('<worksheet', `${laughs}<worksheet`).replace('>Skill mix<', '>&b;<')
      )
    )
    expect(sheets.ok && [...(sheets.value[0]?.rows.get(1)?.values() ?? [])].map(cell => cell.value)).toEqual([
      '&b;'
    ])
  })

  it('may not have millions of tags, inside one another or because its sheets are all the same one', () => {
    const sheet = 'xl/worksheets/sheet1.xml'
    const attributes = Array.from({ length: 1000 }, (_, index) => `b${index}=""`).join(' ')
    for (const xml of ['<a>'.repeat(2_000_000), `<a ${attributes}/>`]) {
      const file = withPart(xlsx, sheet, () => xml)
      expect(file.length).toBeLessThan(100_000)
      expect(refusal(file)).toMatch(/damaged/)
    }
    const empty = withPart(xlsx, sheet, () => `<worksheet>${'<row/>'.repeat(5000)}</worksheet>`)
    const often = withPart(empty, 'xl/workbook.xml', xml =>
      xml.replace(/<sheet [^>]*>/, one => one.repeat(1000))
    )
    expect(refusal(often)).toMatch(/damaged/)
  })

  it('is given up at the first fault of a hostile document', () => {
    for (const xml of ['<a '.repeat(200_000), '<!--'.repeat(200_000), `<a b="${'<'.repeat(400_000)}`]) {
      expect(refusal(withPart(xlsx, 'xl/worksheets/sheet1.xml', () => xml))).toMatch(/damaged/)
    }
  })
})

describe('a file for something else', () => {
  const refused = (
    change: Partial<ReturnType<typeof aSource>['identity']>,
    other: SectionQuestions = section
  ): string => {
    const source = aSource(other)
    const preview = previewImport({ ...source, identity: { ...source.identity, ...change } }, readBack(xlsx))
    return preview.ok ? '' : preview.error
  }

  it('is refused whole, in one sentence', () => {
    expect(refused({ programmeCode: 'libraries' })).toMatch(/another programme/)
    expect(refused({ questionnaireId: 8 })).toMatch(/another questionnaire/)
    expect(refused({ submissionId: 6 })).toMatch(/another submission/)
    expect(refused({}, { ...section, section: { ...section.section, section_id: 4 } })).toMatch(
      /another section/
    )
    expect(refused({})).toBe('')
  })
})
