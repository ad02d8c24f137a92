// However long the files are, no statement of a run grows with them beyond what its time limit allows.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { provision } from '#operations/provision/apply.ts'
import { readFolder } from '#operations/provision/files/read-folder.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { saveOutputTypes } from '#server/benchmarks/output-types.ts'
import { migrate } from '#server/database/migrate.ts'
import { saveProgramme } from '#server/projects/programme-record.ts'
import { NOON, openEmptyEmbedded, wards } from '#tests/support/seeded-database.ts'
import { writeExample } from '#tests/support/worked-example.ts'

const folder = mkdtempSync(join(tmpdir(), 'statements-'))
afterAll(() => rmSync(folder, { recursive: true }))

const MAX_CHARACTERS = 4_000_000
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

test('ten thousand organisations, long texts and many documents are written and compared in parts', async () => {
  const root = writeExample(folder, {
    'organisations.csv': text =>
      `${text}${numbers(10_000)
        .map(index => `O${index},Organisation ${index},Local,North,North\n`)
        .join('')}`,
    'project.json': text => {
      const file = JSON.parse(text) as { abouts: object[]; documents: object[] }
      const body_html = 'x'.repeat(70_000)
      const document = { document_type: 'guidance', file: 'documents/counting.txt', mime_type: 'text/plain' }
      file.abouts = numbers(100).map(index => ({ heading: `Part ${index}`, body_html }))
      file.documents.push(
        ...numbers(30).map(index => ({
          ...document,
          document_name: `Document ${index}`,
          file_name: `${index}.txt`,
          published_at: '2026-01-15'
        }))
      )
      return JSON.stringify(file)
    }
  })
  const read = readFolder(root)
  if (!read.ok) throw new Error(read.error.map(describeFault).join('\n'))
  let longest = 0
  let digested = 0
  const store = await openEmptyEmbedded((statement, parameters) => {
    longest = Math.max(longest, ...parameters.map(one => (typeof one === 'string' ? one.length : 0)))
    if (statement.includes('sha256'))
      digested = Math.max(digested, ...parameters.map(one => [one].flat().length))
  })
  try {
    await migrate(store.database)
    await saveProgramme(store.database, { ...wards, programmeId: 1 })
    await saveOutputTypes(store.database, 1)
    const target = { programmeId: 1, timeZone: 'Europe/London', now: NOON, isApplied: true }
    const entries = await provision(store.database, read.value, target)
    expect(entries.filter(({ change }) => change !== 'new')).toEqual([])
    expect(await provision(store.database, read.value, target)).toEqual([])
  } finally {
    await store.close()
  }
  expect(longest).toBeGreaterThan(MAX_CHARACTERS / 2)
  expect(longest).toBeLessThan(MAX_CHARACTERS * 1.1)
  expect(digested).toBe(10)
})
