// Several mistakes are reported at once, and a mistake of a whole file once.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readFolder } from '#operations/provision/files/read-folder.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { writeExample } from '#tests/support/worked-example.ts'

const folders = mkdtempSync(join(tmpdir(), 'mistakes-'))
afterAll(() => rmSync(folders, { recursive: true }))

let count = 0
function faultsOf(changes: Parameters<typeof writeExample>[1]): string[] {
  const read = readFolder(writeExample(join(folders, String((count += 1))), changes))
  return read.ok ? [] : read.error.map(describeFault)
}

const replaced = (from: string, to: string) => (text: string) => text.replace(from, to)

test('mistakes of several files are reported together', () =>
  expect(
    faultsOf({
      'organisations.csv': text => `${text}CITY2,,Local,East,West\nsea,Sea,Local,North,North\n`,
      'visits.json': replaced('[cost] / [visits]', '[cost] / [visit]'),
      'project.json': replaced('"time_period": "2026"', '"time_period": "2016"'),
      'charts.json': replaced('"question": "visits" }]', '"question": "shop" }]')
    })
  ).toEqual([
    expect.stringMatching(/^organisations\.csv:5:1 organisation_name must not be empty/),
    expect.stringMatching(/^organisations\.csv:5:1 there is no filter option "West"/),
    expect.stringMatching(
      /^organisations\.csv:6:1 the organisation "sea" looks like "SEA" of organisations\.csv:3/
    ),
    expect.stringMatching(
      /^projects\/visitors\/charts\.json:17:1 shop is not a question with a numeric answer/
    ),
    expect.stringMatching(/^projects\/visitors\/project\.json:9:1 there is no period "2016"/),
    expect.stringMatching(/^projects\/visitors\/questionnaires\/visits\.json:8:1 expression of "each"/)
  ]))

test('a file that lists others does not hide their mistakes', () => {
  const others = {
    'organisations.csv': (text: string) => `sep=,\n${text}`,
    'visits.json': replaced('"currency"', '"money"'),
    'charts.json': replaced('"higher"', '"high"')
  }
  const found = [
    expect.stringMatching(/^organisations\.csv:1:1 "sep=," is not part of the table/),
    expect.stringMatching(/^projects\/visitors\/charts\.json:\d+:\d+ direction must be one of/),
    expect.stringMatching(
      /^projects\/visitors\/questionnaires\/visits\.json:\d+:\d+ question_type must be one of/
    )
  ]
  expect(faultsOf({ ...others, 'programme.json': replaced('"projects"', '"project"') })).toEqual(
    expect.arrayContaining([
      ...found,
      expect.stringMatching(/^programme\.json:\d+:\d+ unknown field "project" \(did you mean "projects"\?\)/)
    ])
  )
  expect(faultsOf({ ...others, 'project.json': replaced('"visibility"', '"visible"') })).toEqual(
    expect.arrayContaining([
      ...found,
      expect.stringMatching(/^projects\/visitors\/project\.json:\d+:\d+ unknown field "visible"/)
    ])
  )
})

test.each([
  [
    'an instruction for spreadsheets',
    (text: string) => `sep=,\n${text}`,
    '1:1 "sep=," is not part of the table (remove this line)'
  ],
  [
    'tabs',
    (text: string) => text.replaceAll(',', '\t'),
    '1:1 the columns are separated by tabs (save the file as CSV, separated by commas)'
  ],
  [
    'a stray quotation mark',
    (text: string) => text.replace('City Museum', '"City Museum'),
    '2:1 a quotation mark is opened here but never closed (put the text in double quotes, and write "" for a quotation mark in it)'
  ],
  [
    'a column twice',
    (text: string) => text.replace('organisation_type', 'organisation_name'),
    '1:1 the column "organisation_name" appears twice (remove one of them)'
  ],
  [
    'a missing comma',
    (text: string) => text.replace('Local,North', 'Local North'),
    '2:1 4 cells, but the first line has 5 (write a comma for each empty cell, and put text that contains a comma in double quotes)'
  ],
  [
    'commas everywhere',
    (text: string) => `${text}${Array.from({ length: 170 }, (_, index) => `A${index}\n`).join('')}`,
    '5:1 1 cell, but the first line has 5; 169 more lines have the same fault (write a comma for each empty cell, and put text that contains a comma in double quotes)'
  ]
])('%s in the file of organisations is one fault', (_name, change, fault) =>
  expect(faultsOf({ 'organisations.csv': change })).toEqual([`organisations.csv:${fault}`])
)

test.each([
  ['a comma', 'Region, or part', ','],
  ['a semicolon', 'Region; or part', ','],
  ['a comma', '"Region, or part"', ';']
])('a filter with %s in its name has a column: %s, separated by %s', (_name, written, separator) =>
  expect(
    faultsOf({
      'organisations.csv': text =>
        text
          .split('\n')
          .map((line, index) => (index === 0 ? line.replace(/Region$/, 'NAME') : line))
          .join('\n')
          .replaceAll(',', separator)
          .replace('NAME', written.startsWith('"') ? written : `"${written}"`),
      'programme.json': replaced('"Region"', JSON.stringify(written.replaceAll('"', ''))),
      'project.json': replaced('{ "Region":', `{ ${JSON.stringify(written.replaceAll('"', ''))}:`)
    })
  ).toEqual([])
)
