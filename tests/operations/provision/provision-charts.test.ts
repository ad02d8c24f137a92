// A folder's charts follow the rules of the chart builder.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OutputName } from '#contract/output-names.ts'
import { readFolder } from '#operations/provision/files/read-folder.ts'
import { describeFault } from '#programme/faults/fault.ts'
import type { Files } from '#tests/support/provisioned-folder.ts'
import { openWorkshop, type Workshop } from '#tests/support/provisioning.ts'
import { writeExample } from '#tests/support/worked-example.ts'

const folders = mkdtempSync(join(tmpdir(), 'charts-'))
let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(async () => {
  await workshop.close()
  rmSync(folders, { recursive: true })
})

interface ChartsFile {
  collections: {
    explorer_type: string
    collection_name: string
    groups: { group_slug: string; group_name: string; charts: string[] }[]
  }[]
  charts: { chart_name: string; hidden_output_names?: string[]; parameters: object[] }[]
}

let count = 0
function faultsWith(change: (file: ChartsFile) => void): string[] {
  const root = writeExample(join(folders, String((count += 1))), {
    'charts.json': text => {
      const file = JSON.parse(text) as ChartsFile
      change(file)
      return JSON.stringify(file, null, 1)
    }
  })
  const read = readFolder(root)
  return read.ok ? [] : read.error.map(describeFault)
}

test('the address of a group is unique in its view, and its name in its collection', () => {
  const group = { group_slug: 'visits', group_name: 'More', charts: [] }
  const another = (file: ChartsFile, groups: ChartsFile['collections'][number]['groups']) =>
    file.collections.push({ explorer_type: 'results', collection_name: 'Another', groups })
  expect(faultsWith(file => another(file, [group]))).toContainEqual(
    expect.stringMatching(
      /^projects\/visitors\/charts\.json:\d+:1 group_slug "visits" is the address of another group/
    )
  )
  expect(faultsWith(file => another(file, [{ ...group, group_slug: 'more' }]))).toEqual([])
  expect(
    faultsWith(file =>
      file.collections[0]!.groups.push({ ...group, group_slug: 'more', group_name: 'vi\u200bSits' })
    )
  ).toContainEqual(expect.stringMatching(/group_name is already the name of a group in this collection/))
})

const CHARTS = 'projects/ward-staffing/charts.json'

async function planWith(change: (file: ChartsFile) => void): Promise<string> {
  const files: Files = new Map(await workshop.exported())
  const file = JSON.parse(String(files.get(CHARTS))) as ChartsFile
  change(file)
  files.set(CHARTS, JSON.stringify(file, null, 1))
  return (await workshop.run(files)).join('\n')
}

test('a chart keeps a tab', async () => {
  const plan = await planWith(file => (file.charts[0]!.hidden_output_names = [...OutputName.options]))
  expect(plan).toMatch(
    /^projects\/ward-staffing\/charts\.json:\d+ refused chart .+: hidden_output_names must leave the chart a tab/m
  )
})

test('a chart is calculated from cells that exist', async () => {
  const plan = await planWith(file => {
    const cell = file.charts.flatMap(({ parameters }) => parameters).find(one => 'row' in one)!
    const { row: _row, column: _column, ...whole } = cell as Record<string, unknown>
    file.charts[0]!.parameters = [{ ...whole, parameter_role: 'value' }]
  })
  expect(plan).toMatch(
    /^projects\/ward-staffing\/charts\.json:\d+ refused cell of a chart .+: the question is not in this cell/m
  )
})
