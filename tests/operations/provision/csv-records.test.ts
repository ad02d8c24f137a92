// Records of a CSV file of any size, in whatever pieces it arrives.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLines } from '#lib/csv.ts'
import { unescapeCsvField } from '#lib/escape-formula.ts'
import { readRecords } from '#operations/provision/files/csv-records.ts'

/** The records and the fault, if there is one. */
async function recordsOf(file: Buffer, size = file.length): Promise<{ cells: string[]; line: number }[]> {
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < file.length; at += size) yield await Promise.resolve(file.subarray(at, at + size))
  }
  const records: { cells: string[]; line: number }[] = []
  for await (const read of readRecords(pieces())) {
    if (!read.ok) throw new Error(`${read.error.line}: ${read.error.message}`)
    records.push(...read.value)
  }
  return records
}

const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('"', '""', ',', 'two\nlines', 'two\r\nlines', '\r', "'=1+1", '=1+1', 'ä', '𝒳', ' ')
)
const table = fc.integer({ min: 1, max: 4 }).chain(width =>
  fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,3}$/), ...Array.from({ length: width }, () => cell)), {
    minLength: 1,
    maxLength: 8
  })
)

test('are the cells that were written, wherever the file is cut', () =>
  fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), fc.boolean(), async (rows, size, hasMark) => {
      fc.pre(rows.flat().every(text => text.isWellFormed() && !text.includes('\0')))
      const head = rows[0]!.map((_, index) => `column${index}`)
      const file = Buffer.from((hasMark ? '\ufeff' : '') + csvLines([head, ...rows]))
      const read = await recordsOf(file, size)
      expect(read.map(({ cells }) => cells.map(unescapeCsvField))).toEqual([head, ...rows])
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 300) }
  ))

test.each(['\n', '\r\n', '\r'])('have the lines on which they begin, with line ends %j', async end => {
  const text = ['a,b', `"two${end}lines",1`, '', 'x,2', ''].join(end)
  for (const size of [1, 2, 1000])
    expect(await recordsOf(Buffer.from(text), size)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: [`two${end}lines`, '1'] },
      { line: 5, cells: ['x', '2'] }
    ])
})

test('may be separated by semicolons, and the last one may have no line end', async () => {
  expect(await recordsOf(Buffer.from('a;b\r\n1,5;2'), 3)).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1,5', '2'] }
  ])
})

test('of 200 MB in one line are refused before they are in memory', async () => {
  let sent = 0
  async function* endless(): AsyncGenerator<Buffer> {
    yield Buffer.from('a,b\r\n"')
    for (; sent < 3200; sent++) yield await Promise.resolve(Buffer.alloc(65_536, 'x'))
  }
  const faults: unknown[] = []
  for await (const read of readRecords(endless())) if (!read.ok) faults.push(read.error)
  expect(faults).toMatchObject([{ line: 2, message: 'the line has more than 200,000 characters' }])
  expect(sent).toBeLessThan(5)
})
