import { globSync, existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'

// A folder is read at a glance: what has more files than that is divided by subject.

const MOST_FILES = 25
/** One file for each resource. */
const LONG_LISTS = ['src/contract']

test(`no folder of src has more than ${MOST_FILES} files of its own`, () => {
  const counts = Map.groupBy(
    globSync('src/**/*.*').filter(file => !basename(file).startsWith('canary')),
    dirname
  )
  const crowded = [...counts].filter(([, files]) => files.length > MOST_FILES).map(([folder]) => folder)
  expect(crowded.toSorted()).toEqual(LONG_LISTS)
})

/** What tests have beside the tree of src. */
const BESIDE_SRC = new Set(['architecture', 'gates', 'journeys', 'long', 'scripts', 'support'])

test('tests stand in the folders of what they test', () => {
  const folders = new Set(
    globSync('tests/**/*.{test,spec}.{ts,tsx}').map(file => dirname(file).slice('tests/'.length))
  )
  const homeless = [...folders].filter(
    folder => !BESIDE_SRC.has(folder.split('/')[0]!) && !existsSync(`src/${folder}`)
  )
  expect(homeless).toEqual([])
})
