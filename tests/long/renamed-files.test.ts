// What a visitor downloads again after a release: the files whose own text changed, and no others.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyRepository, type ScratchCopy } from '#tests/support/scratch-copy.ts'

let copy: ScratchCopy
let before: string[]

const assets = (): string => join(copy.folder, 'dist/wards/assets')

function build(): string[] {
  copy.run('node', 'scripts/build.ts', '--programme', 'wards')
  return readdirSync(assets()).toSorted()
}

beforeAll(() => {
  copy = copyRepository()
  before = build()
}, 300_000)
afterAll(() => copy[Symbol.dispose]())

test.each([
  {
    row: 'one line in one screen',
    file: 'src/browser/features/documents/documents-screen.tsx',
    before: '<h1>Documents</h1>',
    insert: '<p>One line more</p>',
    found: 'One line more'
  },
  {
    row: 'one line in the code that every page begins with',
    file: 'src/lib/chunk.ts',
    before: 'could not be loaded.',
    insert: 'at present ',
    found: 'at present could not be loaded'
  }
])(
  '$row renames one file',
  ({ row, file, before: place, insert, found }) => {
    copy.apply({ row, edits: [{ file, before: place, insert }] })
    const after = build()
    // A compressed copy goes by the name of its file.
    const renamed = after.filter(name => !before.includes(name) && !/\.(br|gz)$/.test(name))
    expect(after.length).toBeGreaterThan(100)
    expect(renamed).toHaveLength(1)
    expect(readFileSync(join(assets(), renamed[0] ?? ''), 'utf8')).toContain(found)
    before = after
  },
  300_000
)
