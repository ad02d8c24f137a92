// A folder's charts follow the rules of the chart builder.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OutputName } from '#contract/output-names.ts'
import { readFolder } from '#operations/provision/files/read-folder.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { editCharts, editQuestionnaire, type Files } from '#tests/support/provisioned-folder.ts'
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

const SURVEY_CHART = {
  chart_name: 'Brought by someone',
  collection: 'results/Staffing',
  statistic: 'proportion',
  parameters: [
    {
      parameter_name: 'Brought by someone',
      parameter_role: 'value',
      question: 'arrival',
      aggregate: { kind: 'share', options: ['Someone brought me'] },
      multiplier: 100
    }
  ]
}

test('an aggregate names its options in files, and is exported as it was provisioned', async () => {
  const collection = await planWith(file => {
    const { explorer_type, collection_name } = file.collections[0]!
    file.charts.push({ ...SURVEY_CHART, collection: `${explorer_type}/${collection_name}` } as never)
  })
  expect(collection).toMatch(/new chart/)
  const { aggregate } = await workshop.database
    .selectFrom('chart_parameters as p')
    .innerJoin('charts as c', 'c.chart_id', 'p.chart_id')
    .innerJoin('question_options as o', 'o.question_id', 'p.question_id')
    .select(['p.aggregate', 'o.option_id'])
    .where('p.programme_id', '=', 1)
    .where('c.programme_id', '=', 1)
    .where('o.programme_id', '=', 1)
    .where('c.chart_name', '=', SURVEY_CHART.chart_name)
    .where('o.option_name', '=', 'Someone brought me')
    .executeTakeFirstOrThrow()
  expect(aggregate).toMatchObject({ kind: 'share', option_ids: [expect.any(Number)] })
  const file = JSON.parse(String((await workshop.exported()).get(CHARTS))) as ChartsFile
  const exported = file.charts.find(one => one.chart_name === SURVEY_CHART.chart_name)!
  expect(exported.parameters).toEqual(SURVEY_CHART.parameters)
  expect(await planWith(() => undefined)).toMatch(/[Nn]othing/)
})

test.each([
  [{ kind: 'share', options: ['By boat'] }, 'an option does not belong to the question'],
  [{ kind: 'mean' }, 'needs a number'],
  [{ kind: 'share', options: [] }, 'a share needs options'],
  [null, 'needs an aggregate']
])('%j is refused as on screen', async (aggregate, message) => {
  const faults = await planWith(file => {
    const { explorer_type, collection_name } = file.collections[0]!
    file.charts.push({
      ...SURVEY_CHART,
      chart_name: 'Refused',
      collection: `${explorer_type}/${collection_name}`,
      parameters: [{ ...SURVEY_CHART.parameters[0], aggregate }]
    } as never)
  }).catch(String)
  expect(faults).toContain(message)
})

test('a chart that was stored without its aggregate is provisioned as it was exported', async () => {
  await workshop.database
    .updateTable('chart_parameters')
    .set({ aggregate: null })
    .where('programme_id', '=', 1)
    .where('parameter_name', '=', SURVEY_CHART.chart_name)
    .execute()
  expect(await planWith(() => undefined)).toMatch(/[Nn]othing/)
})

/** Adds a question and three charts that use it. */
async function withCharts(code: string): Promise<Files> {
  const files = new Map(await workshop.exported())
  editQuestionnaire(files, 'skill-mix-and-absence', file => {
    file.questions.push({ question_code: code, question_text: code, question_type: 'integer' })
    const parts = file.sections.flatMap(section => section.sub_sections)
    parts.find(({ layout = 'list' }) => layout === 'list')!.cells.push({ question: code })
  })
  editCharts(files, 'ward-staffing', file => {
    const { explorer_type, collection_name } = file.collections[0]!
    const collection = `${explorer_type}/${collection_name}`
    const cell = { question: code, parameter_name: 'Extra' }
    const [value, below] = ['value', 'denominator'].map(parameter_role => ({ ...cell, parameter_role }))
    file.charts.push(
      { chart_name: `${code} only`, collection, parameters: [value!] },
      { chart_name: `${code} empty`, collection, parameters: [value!] },
      { chart_name: `${code} ratio`, collection, parameters: [ABOVE, below!] }
    )
  })
  return files
}

const ABOVE = { question: 'beds', parameter_name: 'Extra', parameter_role: 'numerator' }

const storedCells = (chart: string) =>
  workshop.database
    .selectFrom('chart_parameters as p')
    .innerJoin('charts as c', 'c.chart_id', 'p.chart_id')
    .select('p.chart_id')
    .where('p.programme_id', '=', 1)
    .where('c.chart_name', '=', chart)
    .execute()

test('an export of charts whose question is retired, or that have no cells, needs no changes', async () => {
  expect((await workshop.run(await withCharts('extra'))).join('\n')).not.toContain('refused')
  await workshop.database
    .updateTable('questions')
    .set({ is_active: false })
    .where('programme_id', '=', 1)
    .where('question_code', '=', 'extra')
    .execute()
  // As the chart builder saves a chart that has only a title.
  const [empty] = await storedCells('extra empty')
  await workshop.database
    .deleteFrom('chart_parameters')
    .where('programme_id', '=', 1)
    .where('chart_id', '=', empty!.chart_id)
    .execute()
  const files = await workshop.exported()
  expect(await workshop.run(files)).toEqual(['Nothing to do.'])
  expect(await storedCells('extra only')).toHaveLength(1)
  expect(await storedCells('extra ratio')).toHaveLength(2)
  // The cell that is left of the ratio is still needed.
  editCharts(files, 'ward-staffing', file => {
    file.charts.find(one => one.chart_name === 'extra ratio')!.parameters = []
  })
  expect((await workshop.run(files)).join('\n')).toMatch(/refused chart .+: a ratio needs a numerator/)
})

test('files retire the only question of a chart as the questionnaire builder does, and a new chart needs a cell', async () => {
  expect((await workshop.run(await withCharts('more'))).join('\n')).not.toContain('refused')
  const files = await workshop.exported()
  editQuestionnaire(files, 'skill-mix-and-absence', file => {
    file.questions = file.questions.filter(one => one.question_code !== 'more')
    for (const part of file.sections.flatMap(section => section.sub_sections))
      part.cells = part.cells.filter(one => one.question !== 'more')
  })
  editCharts(files, 'ward-staffing', file => {
    for (const chart of file.charts.filter(one => one.chart_name.startsWith('more ')))
      chart.parameters = chart.chart_name === 'more ratio' ? [ABOVE] : []
  })
  expect((await workshop.run(files)).join('\n')).not.toContain('refused')
  expect(await storedCells('more only')).toHaveLength(1)
  expect(await storedCells('more ratio')).toHaveLength(2)
  editCharts(files, 'ward-staffing', file => {
    const { collection } = file.charts[0]!
    file.charts.push(
      { chart_name: 'None', collection },
      { chart_name: 'Half', collection, parameters: [ABOVE] }
    )
  })
  const lines = (await workshop.run(files)).join('\n')
  expect(lines).toMatch(
    /charts\.json:\d+ refused chart "None" .+: needs at least one cell to be calculated from/
  )
  expect(lines).toMatch(/charts\.json:\d+ refused chart "Half" .+: a ratio needs a denominator/)
})
