// A malicious folder: links, and files that are far too large or deep.

import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readFolder } from '#operations/provision/files/read-folder.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { writeExample } from '#tests/support/worked-example.ts'

const folders = mkdtempSync(join(tmpdir(), 'untrusted-'))
afterAll(() => rmSync(folders, { recursive: true }))

let count = 0

describe('a link, which could lead to any file on the machine', () => {
  const secret = join(folders, 'secret.txt')
  const linked = (path: string, to: (file: string) => string): string[] => {
    const folder = writeExample(join(folders, String((count += 1))), {})
    const file = join(folder, path)
    renameSync(file, `${file}.kept`)
    symlinkSync(to(file), file)
    const read = readFolder(folder)
    return read.ok ? [] : read.error.map(describeFault)
  }
  const document = 'projects/visitors/documents/counting.txt'

  test.each(['programme.json', 'organisations.csv', 'projects/visitors/project.json'])(
    'is not read in place of %s',
    path => {
      expect(linked(path, file => `${file}.kept`)[0]).toBe(
        `${path}:1:1 this is a link, or is in a linked folder (replace the link with the file itself)`
      )
    }
  )

  test('is not read in place of a document', () => {
    writeFileSync(secret, 'secret')
    const fault = [`projects/visitors/project.json:21:1 ${document} is a link`]
    expect(linked(document, () => secret)).toEqual(fault)
    expect(linked(document, file => `${file}.kept`)).toEqual(fault)
  })

  test('is not read in place of a parent folder', () => {
    expect(linked('projects', file => `${file}.kept`)[0]).toMatch(/is a link/)
  })
})

test.each([
  ['100,000 lists inside one another', '['.repeat(100_000), 'brackets are nested more than 32 levels deep'],
  ['more than 8 MB', `{"programme": "${'a'.repeat(8 * 1024 * 1024)}"}`, 'the file is larger than 8 MB']
])('%s are refused before they are read', (_, text, fault) => {
  const folder = writeExample(join(folders, String((count += 1))), {})
  writeFileSync(join(folder, 'programme.json'), text)
  const read = readFolder(folder)
  expect(read.ok ? [] : read.error.map(describeFault)).toEqual([expect.stringContaining(fault)])
})

test('50,000 invalid organisations are reported line by line', () => {
  const folder = writeExample(join(folders, String((count += 1))), {})
  const lines = Array.from({ length: 50_000 }, (_, index) => `"A${index}",`)
  writeFileSync(
    join(folder, 'organisations.csv'),
    ['organisation_code,organisation_name', ...lines].join('\n')
  )
  const read = readFolder(folder)
  const faults = read.ok
    ? []
    : read.error.filter(({ message }) => message === 'organisation_name must not be empty')
  expect(faults.map(({ line }) => line)).toEqual(lines.map((_, index) => index + 2))
})
