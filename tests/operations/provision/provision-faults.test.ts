// Faults of a folder are reported with file and line before anything is compared. The folder is the worked example of docs/provisioning.md.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readFolder } from '#operations/provision/files/read-folder.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { writeExample } from '#tests/support/worked-example.ts'

const folders = mkdtempSync(join(tmpdir(), 'faults-'))
afterAll(() => rmSync(folders, { recursive: true }))

let count = 0
type Changes = Parameters<typeof writeExample>[1]

function faultsOf(changes: Changes): string[] {
  const read = readFolder(writeExample(join(folders, String((count += 1))), changes))
  return read.ok ? [] : read.error.map(describeFault)
}

test('the example has none', () => expect(faultsOf({})).toEqual([]))

const replaced = (from: string, to: string) => (text: string) => {
  expect(text).toContain(from)
  return text.replace(from, to)
}

test.each<[string, Changes, string]>([
  [
    'a missing comma',
    { 'programme.json': replaced('"programme": "museums",', '"programme": "museums"') },
    'programme.json:4:3 a comma is missing before this (write one after the line above)'
  ],
  [
    'a misspelt field',
    { 'visits.json': replaced('"periods"', '"perods"') },
    'projects/visitors/questionnaires/visits.json:4:3 unknown field "perods" (did you mean "periods"?)'
  ],
  [
    'an invalid choice',
    { 'project.json': replaced('"anonymous"', '"secret"') },
    'projects/visitors/project.json:5:17 visibility must be one of "named", "anonymous", "aggregate"'
  ],
  [
    'a number in quotes',
    { 'project.json': replaced('"minimum_count": 5', '"minimum_count": "5"') },
    'projects/visitors/project.json:6:20 minimum_count must be a number'
  ],
  [
    'an invalid day',
    { 'programme.json': replaced('"2026-01-01"', '"2026-13-01"') },
    'programme.json:5:48 starts_at must be like 2026-03-31 or 2026-03-31T12:00:00Z'
  ],
  [
    'a chart of too many series',
    {
      'charts.json': replaced(
        '"parameters": [{',
        `"parameters": [${Array.from({ length: 50 }, (_, index) => `{ "parameter_name": "More", "parameter_role": "value", "question": "visits", "display_order": ${index + 2} },`).join(' ')} {`
      )
    },
    'projects/visitors/charts.json:17:1 a chart has at most 50 series'
  ],
  [
    'too many calculated questions',
    {
      'visits.json': text =>
        replaced(
          '{ "question": "visits" },',
          `{ "question": "visits" }, ${Array.from({ length: 100 }, (_, index) => `{ "question": "sum${index}", "is_required": false },`).join(' ')}`
        )(
          replaced(
            '"questions": [',
            `"questions": [${Array.from({ length: 100 }, (_, index) => `{ "question_code": "sum${index}", "question_text": "Sum ${index}", "question_type": "calculated", "expression": "[visits] + ${index}" },`).join(' ')}`
          )(text)
        )
    },
    'projects/visitors/questionnaires/visits.json:1:1 a questionnaire has at most 100 calculated questions'
  ],
  [
    'a period that ends before it starts',
    { 'programme.json': replaced('"ends_at": "2026-12-31"', '"ends_at": "2025-01-01"') },
    'programme.json:5:1 starts_at must be before ends_at'
  ],
  [
    'an unknown period',
    { 'project.json': replaced('"time_period": "2026"', '"time_period": "2016"') },
    'projects/visitors/project.json:9:1 there is no period "2016"; there are 2026, 2027'
  ],
  [
    'a period named twice',
    { 'programme.json': replaced('"time_period_name": "2027"', '"time_period_name": "2026"') },
    'programme.json:6:1 the period "2026" is listed twice (remove one of them)'
  ],
  [
    'an organisation named twice',
    { 'organisations.csv': text => `${text}CITY,Other Museum,Local,North,North\n` },
    'organisations.csv:5:1 the organisation "CITY" is listed twice (remove one of them)'
  ],
  [
    'an unknown option',
    { 'organisations.csv': replaced('South,South\nTOYS', 'South,Sotuh\nTOYS') },
    'organisations.csv:3:1 there is no filter option "Sotuh"; there are North, South'
  ],
  [
    'an unknown column',
    { 'organisations.csv': replaced('organisation_type', 'organisation_tpye') },
    'organisations.csv:1:1 unknown column "organisation_tpye" (did you mean "organisation_type"?)'
  ],
  [
    'a formula with an unknown name',
    { 'visits.json': replaced('[cost] / [visits]', '[cost] / [visit]') },
    'projects/visitors/questionnaires/visits.json:8:1 expression of "each", character 10: “visit” is not a question or an option of this section. Did you mean “visits”?'
  ],
  [
    'limits the wrong way round',
    { 'visits.json': replaced('"min_value": 0', '"min_value": 9, "max_value": 1') },
    'projects/visitors/questionnaires/visits.json:6:1 visits: min_value must not be above the highest possible value'
  ],
  [
    'a required calculation',
    { 'visits.json': replaced('"is_required": false }', '"is_required": true }') },
    'projects/visitors/questionnaires/visits.json:22:1 each: is_required must not be set: this cell takes no answer'
  ],
  [
    'a chart of a cell that does not exist',
    { 'charts.json': replaced('"question": "visits" }]', '"question": "visits", "row": "North" }]') },
    'projects/visitors/charts.json:17:1 the question "visits" is not at North'
  ],
  [
    'a rule with an unknown option',
    { 'project.json': replaced('["South"]', '["West"]') },
    'projects/visitors/project.json:37:1 there is no filter option "Region: West"'
  ],
  [
    'a document outside',
    { 'project.json': replaced('"file_name"', '"file": "../../../../secret.txt", "file_name"') },
    'projects/visitors/project.json:21:1 ../../secret.txt leads out of the folder'
  ],
  [
    'a missing document',
    { 'project.json': replaced('counting.txt', 'count.txt') },
    'projects/visitors/project.json:21:1 there is no file projects/visitors/documents/count.txt'
  ]
])('%s', (_name, changes, fault) => expect(faultsOf(changes)[0]).toBe(fault))

test('a folder without its files, and a file that no list names', () => {
  expect(faultsOf({})).toEqual([])
  const read = readFolder(join(folders, 'nowhere'))
  expect(read.ok ? [] : read.error.map(describeFault)).toEqual([
    'organisations.csv:1:1 the file was not found',
    'programme.json:1:1 the file was not found'
  ])
  const folder = writeExample(join(folders, String((count += 1))))
  writeFileSync(join(folder, 'projects/visitors/questionnaires/other.json'), '{}')
  const other = readFolder(folder)
  expect(other.ok ? [] : other.error.map(describeFault)).toEqual([
    'projects/visitors/project.json:38:21 questionnaires/other.json is not in this list (add it, or remove it)'
  ])
})
