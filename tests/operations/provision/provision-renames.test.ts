// `was` in a folder: a new name for the same item, which keeps everything that belongs to it.

import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  editCharts,
  editProgramme,
  editProject,
  editQuestionnaire
} from '#tests/support/provisioned-folder.ts'
import { openWorkshop, type Workshop } from '#tests/support/provisioning.ts'
import { wards } from '#tests/support/seeded-database.ts'

const QUESTIONS = 'skill-mix-and-absence'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

/** Every figure with its place, and the status of every section. */
const entered = () =>
  Promise.all([
    workshop.database
      .selectFrom('answers')
      .select(['submission_id', 'question_id', 'row_id', 'column_id', 'value', 'number_value', 'version'])
      .where('programme_id', '=', wards.programmeId)
      .orderBy('submission_id')
      .orderBy('question_id')
      .orderBy('row_id')
      .orderBy('column_id')
      .orderBy('case_code_id')
      .execute(),
    workshop.database
      .selectFrom('section_submissions')
      .selectAll()
      .where('programme_id', '=', wards.programmeId)
      .orderBy('submission_id')
      .orderBy('section_id')
      .execute()
  ])

test('renamed periods, scopes, options, sections, rows, questions and charts keep everything that belongs to them', async () => {
  const before = await entered()
  const files = await workshop.exported()
  editProgramme(files, file => {
    Object.assign(file.time_periods[0]!, { time_period_name: 'Year 2024', was: '2024' })
    const size = file.filters.find(({ filter_name }) => filter_name === 'Size')!
    Object.assign(size, { filter_name: 'Beds', was: 'Size' })
    size.options[0] = { option_name: 'Few', was: 'Under 20 beds' }
  })
  for (const [path, content] of files) {
    if (path.startsWith('schemas/')) continue
    // References use the new names.
    files.set(
      path,
      String(content)
        .replaceAll('"time_period": "2024"', '"time_period": "Year 2024"')
        .replaceAll(',Size', ',Beds')
        .replaceAll('Under 20 beds', 'Few')
        .replaceAll('"was": "Few"', '"was": "Under 20 beds"')
        .replaceAll('"Size"', '"Beds"')
        .replaceAll('"was": "Beds"', '"was": "Size"')
        .replaceAll(/(?<="row": "| at )Budgeted WTE/g, 'WTE in the budget')
        .replaceAll('[beds]', '[bed_count]')
        .replaceAll('"beds"', '"bed_count"')
        .replaceAll('"unit": "bed_count"', '"unit": "beds"')
    )
  }
  editProject(files, 'ward-staffing', file => {
    const [scope] = file.scopes
    Object.assign(scope!, { scope_name: 'Renamed scope', was: scope!.scope_name })
    for (const path of files.keys())
      if (path.startsWith('projects/ward-staffing/questionnaires/'))
        files.set(
          path,
          String(files.get(path)).replaceAll(`"${String(Object(scope).was)}"`, '"Renamed scope"')
        )
  })
  editQuestionnaire(files, QUESTIONS, file => {
    const section = file.sections.find(({ section_name }) => section_name === 'Skill mix')!
    Object.assign(section, { section_name: 'Bands', was: 'Skill mix' })
    const [grid] = section.sub_sections
    Object.assign(grid!, { sub_section_name: 'By band', was: grid!.sub_section_name })
    const row = grid!.rows!.indexOf('Budgeted WTE')
    grid!.rows![row] = { row_name: 'WTE in the budget', was: 'Budgeted WTE' }
    const question = (code: string) => file.questions.find(({ question_code }) => question_code === code)!
    Object.assign(question('bed_count'), { was: 'beds' })
    const specialty = question('specialty')
    specialty.option_names![5] = { option_name: 'Stroke unit', was: 'Stroke' }
  })
  editCharts(files, 'ward-staffing', file => {
    const [chart] = file.charts
    const name = chart!.chart_name
    Object.assign(chart!, { chart_name: 'Renamed chart', was: name })
    for (const group of file.collections.flatMap(collection => collection.groups))
      group.charts = group.charts.map(one => (one === name ? 'Renamed chart' : one))
  })
  const lines = await workshop.run(files)
  const text = lines.join('\n')
  expect(text).not.toMatch(/ (new|retired|removed|refused) /)
  expect(lines.at(-1)).toMatch(/ renamed\. Everything was written\.$/)
  for (const renamed of [
    'period "Year 2024", which was "2024"',
    'filter "Beds", which was "Size"',
    'filter option "Few" of Beds, which was "Under 20 beds"',
    'scope "Renamed scope" of ward-staffing',
    'section "Bands" of ward-staffing › Skill mix and absence, which was "Skill mix"',
    'row "WTE in the budget" of ward-staffing › Skill mix and absence › Bands › By band, which was "Budgeted WTE"',
    'question "bed_count" of ward-staffing, which was "beds"',
    'option "Stroke unit" of ward-staffing › specialty, which was "Stroke"',
    'chart "Renamed chart" of ward-staffing'
  ])
    expect(text).toContain(`renamed ${renamed}`)
  expect(await entered()).toEqual(before)
  // `was` may stay in the files.
  expect(await workshop.run(files)).toEqual(['Nothing to do.'])
  expect(await workshop.run(await workshop.exported())).toEqual(['Nothing to do.'])
})

test('a new item can take a freed name in the same run', async () => {
  const files = await workshop.exported()
  editProgramme(files, file => {
    file.time_periods.push({ time_period_name: '2040', starts_at: '2040-01-01', ends_at: '2041-01-01' })
    file.filters.push({ filter_name: 'Kind', options: ['One', 'Two'] })
  })
  expect((await workshop.run(files)).at(-1)).toMatch(/Everything was written\.$/)
  editProgramme(files, file => {
    const period = file.time_periods.at(-1)!
    Object.assign(period, { time_period_name: '2041', was: '2040' })
    file.time_periods.push({ time_period_name: '2040', starts_at: '2039-01-01', ends_at: '2040-01-01' })
    file.filters.at(-1)!.options = [
      { option_name: 'Two', was: 'One' },
      { option_name: 'Three', was: 'Two' },
      'One'
    ]
  })
  const lines = await workshop.run(files)
  expect(lines.join('\n')).toMatch(
    /renamed period "2041", which was "2040"[^]*new period "2040"|new period "2040"[^]*renamed period "2041", which was "2040"/
  )
  expect(await workshop.run(files)).toEqual(['Nothing to do.'])
})

test('an organisation is identified by its code: another code is another organisation', async () => {
  const files = await workshop.exported()
  const file = String(files.get('organisations.csv'))
  const others = [...files].filter(([path]) => path.endsWith('.json')).map(([, text]) => String(text))
  const codes = [...file.matchAll(/^([A-Z]\w*),/gm)].map(([, found = '']) => found)
  const code = codes.find(one => !others.some(text => text.includes(one))) ?? ''
  const changed = new Map(files)
  changed.set('organisations.csv', file.replace(`\n${code},`, `\n${code}X,`))
  const lines = (await workshop.run(changed)).join('\n')
  expect(lines).toMatch(new RegExp(`new organisation "${code}X".* \\[no answers\\]$`, 'm'))
  expect(lines).toMatch(
    new RegExp(
      `refused organisation "${code}": it is in use; an organisation is identified by its code, so keep "${code}" and change only its name \\("${code}X" would be new\\), or add --retire`
    )
  )
  expect(await workshop.exported()).toEqual(files)
})

test('renamed collections, documents and texts keep their ids, their content and what refers to them', async () => {
  const { database } = workshop
  const ids = async () => ({
    collections: await database
      .selectFrom('collections as c')
      .innerJoin('chart_groups as g', 'g.collection_id', 'c.collection_id')
      .innerJoin('charts as h', 'h.collection_id', 'c.collection_id')
      .select(['c.collection_id', 'g.chart_group_id', 'h.chart_id'])
      .where('c.programme_id', '=', wards.programmeId)
      .orderBy('g.chart_group_id')
      .orderBy('h.chart_id')
      .execute(),
    documents: await database
      .selectFrom('documents as d')
      .innerJoin('document_files as f', 'f.document_id', 'd.document_id')
      .select(['d.document_id', 'f.content'])
      .where('d.programme_id', '=', wards.programmeId)
      .orderBy('d.document_id')
      .execute(),
    abouts: await database
      .selectFrom('project_abouts')
      .select('about_id')
      .where('programme_id', '=', wards.programmeId)
      .orderBy('about_id')
      .execute()
  })
  const before = await ids()
  expect([before.collections.length, before.documents.length, before.abouts.length]).not.toContain(0)
  const files = await workshop.exported()
  const renamed: string[] = []
  const rename = (node: object, name: string): void => {
    const was = (node as Record<string, string>)[name]!
    Object.assign(node, { [name]: `Renamed ${was}`, was })
    renamed.push(`"Renamed ${was}"`)
  }
  editCharts(files, 'ward-staffing', file => {
    const [collection] = file.collections as unknown as { explorer_type: string; collection_name: string }[]
    const { explorer_type, collection_name } = collection!
    rename(collection!, 'collection_name')
    for (const chart of file.charts as { collection?: string }[])
      if (chart.collection === `${explorer_type}/${collection_name}`)
        chart.collection = `${explorer_type}/Renamed ${collection_name}`
  })
  editProject(files, 'ward-staffing', file => {
    const [document] = file.documents as { document_name: string }[]
    const { document_name } = document!
    rename(document!, 'document_name')
    rename(file.abouts[0]!, 'heading')
    for (const guidance of (file as unknown as { guidances: { document?: string }[] }).guidances)
      if (guidance.document === document_name) guidance.document = `Renamed ${document_name}`
  })
  const lines = await workshop.run(files)
  expect(lines.at(-1)).toBe('3 renamed. Everything was written.')
  expect(await ids()).toEqual(before)
  expect(renamed).toHaveLength(3)
  expect((await workshop.run(files)).join('\n')).toBe('Nothing to do.')
})
