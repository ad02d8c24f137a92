import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readXlsx } from '#lib/xlsx/read.ts'
import { streamXlsx } from '#lib/xlsx/stream.ts'
import type { WrittenCell } from '#lib/xlsx/write.ts'
import { zipStream } from '#lib/xlsx/zip-stream.ts'

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

async function* batches<T>(...items: T[]): AsyncGenerator<T> {
  yield* items
}

describe('Archives and workbooks that are written part by part', () => {
  it('read the next part only once the one before it has been written', async () => {
    const asked: string[] = []
    async function* text(name: string): AsyncGenerator<string> {
      for (const number of [1, 2]) {
        asked.push(`${name}${number}`)
        yield `${name}${number}`.repeat(50_000)
      }
    }
    const zip = zipStream([
      { name: 'a.csv', text: text('a') },
      { name: 'b.csv', text: text('b') }
    ])
    await zip.next()
    expect(asked).toEqual(['a1'])
    const rest = await bytesOf(zip)
    expect(asked).toEqual(['a1', 'a2', 'b1', 'b2'])
    expect(rest.byteLength).toBeGreaterThan(0)
    const files = unzipSync(
      await bytesOf(
        zipStream([
          { name: 'a.csv', text: batches('one\r\n', 'zwei ä\r\n') },
          { name: 'empty.csv', text: batches() }
        ])
      )
    )
    expect(Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])).toEqual([
      ['a.csv', 'one\r\nzwei ä\r\n'],
      ['empty.csv', '']
    ])
  })

  it('hold what our own reader finds in them', async () => {
    const written: WrittenCell[][][] = [
      [[{ value: '007' }, { value: 0.1 }]],
      [[{ value: '=1+1' }, { value: { date: '2026-02-28' }, style: { format: 'yyyy-mm-dd' } }]]
    ]
    const sheets = [
      { name: 'Answers', headings: ['code', 'value'], rows: batches(...written) },
      { name: 'Codebook', headings: ['code'], rows: batches<WrittenCell[][]>() }
    ]
    const read = readXlsx(await bytesOf(streamXlsx(sheets)))
    const found = (read.ok ? read.value : []).map(({ name, rows }) => [
      name,
      [...rows.values()].map(row => [...row.values()].map(({ kind, value }) => [kind, value]))
    ])
    const heading = (name: string) => ['text', name]
    expect(found).toEqual([
      [
        'Answers',
        [
          [heading('code'), heading('value')],
          [
            ['text', '007'],
            ['number', 0.1]
          ],
          [
            ['text', "'=1+1"],
            ['date', '2026-02-28']
          ]
        ]
      ],
      ['Codebook', [[heading('code')]]]
    ])
  })
})
