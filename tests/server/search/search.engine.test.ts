import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listSearchFilters, searchGlobal } from '#contract/search.ts'
import { chartNamed, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { sites, useServer, type Role } from '#tests/support/server.ts'

const server = useServer()

type Asked = Parameters<typeof server.call<typeof searchGlobal>>[1]['body']

const search = async (query: string, fields: Partial<Asked> = {}, role: Role = 'lead') =>
  server.call(searchGlobal, { body: { query, limit: 100, ...fields } }, await server.tokenOf(role))

const filterNamed = async (name: string, option: string) => {
  const { body } = await server.call(listSearchFilters, {}, await server.tokenOf('lead'))
  const filter = body.search_filters.find(one => one.filter_name === name)!
  return { filter_id: filter.filter_id, filter_name: name, option_list: [{ option_name: option }] }
}

test('a chart is found by its name, before what only speaks of it, and leads to its place', async () => {
  const { status, body } = await search('falls per 1,000 bed days')
  expect(status).toBe(200)
  expect(body.results[0]).toMatchObject({
    result_type: 'chart',
    id: await chartNamed(server, 'Falls per 1,000 bed days'),
    title: 'Falls per 1,000 bed days',
    path: expect.stringMatching(/^\/projects\/ward-quality\/results\/[a-z-]+\/detail\/\d+$/)
  })
  expect(body.total).toBe(body.results.length)
})

test('what bears the word as its title comes first, then titles that begin with it, then the others', async () => {
  const { body } = await search('FALLS')
  const places = body.results.map(({ title }) => {
    const lower = title.toLowerCase()
    return lower === 'falls' ? 0 : lower.startsWith('falls') ? 1 : lower.includes('falls') ? 2 : 3
  })
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(new Set(places).size).toBeGreaterThan(2)
  const kinds = new Set(body.results.map(result => result.result_type))
  expect(kinds.has('chart') && kinds.has('question') && kinds.has('project')).toBe(true)
})

test('every word must occur, in any order, and nothing is a pattern', async () => {
  expect((await search('days falls bed')).body.results[0]?.title).toBe('Falls per 1,000 bed days')
  expect((await search('falls zebra')).body).toMatchObject({ results: [], total: 0, corrected_query: null })
  for (const query of ['%', '_', '\\', "'; drop table charts; --", '(', '.*']) {
    const { status, body } = await search(query)
    expect(status).toBe(200)
    for (const result of body.results) expect(`${result.title} ${result.snippet}`).toContain(query)
  }
})

test('a question’s help and its section are sentences with one full stop each', async () => {
  const { body } = await search('staffed beds')
  const question = body.results.find(
    ({ result_type, title }) => result_type === 'question' && title === 'Staffed beds'
  )
  expect(question?.snippet).toMatch(/left out\. Establishment\. Skill mix and absence$/)
})

test('tags are not searched and not shown', async () => {
  const { body } = await search('figures of the whole period')
  const guidance = body.results.find(result => result.result_type === 'guidance')!
  expect(guidance).toMatchObject({
    title: 'Before you start',
    path: expect.stringMatching(/\/data-collection$/)
  })
  expect(guidance.snippet).not.toMatch(/[<>]/)
  await server.database
    .updateTable('project_guidances')
    .set({ body_html: '<blockquote>Count every pangolin.</blockquote>' })
    .where('programme_id', '=', 1)
    .where('title', '=', guidance.title)
    .execute()
  expect((await search('pangolin')).body.results.map(result => result.title)).toContain(guidance.title)
  expect((await search('blockquote')).body.results).toEqual([])
})

test('a question leads to its section for the own submission, for admins to the hub', async () => {
  const found = async (role: Role, fields: Partial<Asked> = {}) =>
    (await search('Staffed beds', fields, role)).body.results.find(
      result => result.result_type === 'question'
    )!
  const own = await found('contributor')
  expect(own.path).toMatch(/^\/projects\/ward-staffing\/data-collection\/questionnaire\/\d+-\d+-\d+\?go=\d+$/)
  expect(own.time_period_id).toBe(await periodNamed(server, '2026'))
  const before = await periodNamed(server, '2025')
  expect(await found('contributor', { time_period_id: before })).toMatchObject({ time_period_id: before })
  expect((await found('admin')).path).toBe('/projects/ward-staffing/data-collection')
})

test('results are narrowed by project, explorer type, period and filters, and come in pages', async () => {
  const all = (await search('ward')).body
  const project_id = await projectCoded(server, 'ward-quality')
  const quality = (await search('falls', { project_id, explorer_type: 'trends' })).body.results
  const charts = quality.filter(one => one.result_type === 'chart')
  expect(charts).not.toEqual([])
  for (const result of charts) expect(result.path).toMatch(/^\/projects\/ward-quality\/trends\//)
  const documents = (await search('ward', { filters: [await filterNamed('Kind', 'document')] })).body
  expect(new Set(documents.results.map(result => result.result_type))).toEqual(new Set(['document']))
  const definitions = (
    await search('ward staffing', { filters: [await filterNamed('Document type', 'definitions')] })
  ).body
  expect(definitions.total).toBe(3)
  const period = await periodNamed(server, '2025')
  expect(
    (await search('definitions', { time_period_id: period })).body.results.every(one =>
      [null, period].includes(one.time_period_id)
    )
  ).toBe(true)
  const first = (await search('ward', { limit: 2 })).body
  const second = (await search('ward', { limit: 2, offset: 2 })).body
  expect([...first.results, ...second.results]).toEqual(all.results.slice(0, 4))
  expect((await search('ward', { offset: 1000 })).body).toMatchObject({ results: [], total: all.total })
})

test('the filters count what the caller may see', async () => {
  const { body } = await server.call(listSearchFilters, {}, await server.tokenOf('viewer'))
  expect(body.search_filters.map(filter => filter.filter_name)).toEqual(['Kind', 'Project', 'Document type'])
  const kinds = body.search_filters[0]!.option_list
  expect(kinds.map(option => option.option_name)).toEqual([
    'chart',
    'document',
    'guidance',
    'project',
    'question'
  ])
  expect(kinds.find(option => option.option_name === 'project')?.count).toBe(2)
})

test('finds nothing of other programmes, and no documents of other organisations', async () => {
  const foreign = JSON.stringify((await search('people served')).body)
  expect(foreign).not.toContain('resources')
  expect(
    (
      await search('people served', {
        project_id: await projectCoded(server, 'resources', sites.programmeId)
      })
    ).status
  ).toBe(404)
  expect(
    (await search('results 2025')).body.results.some(
      result => result.title === 'Northfield General: results 2025'
    )
  ).toBe(true)
  const stranger = await server.tokenOfUser(await strangerAddress())
  const theirs = await server.call(searchGlobal, { body: { query: 'results 2025' } }, stranger)
  expect(theirs.body.results.some(result => result.title === 'Northfield General: results 2025')).toBe(false)
})

test('corrects one wrong letter in a word, and returns the corrected query', async () => {
  for (const query of ['fals', 'fallls', 'falks', 'flals']) {
    const { body } = await search(`${query} per bed`)
    expect([query, body.results[0]?.title]).toEqual([query, 'Falls per 1,000 bed days'])
    expect(body.corrected_query).toBe('falls per bed')
  }
  expect((await search('falls per bed')).body.corrected_query).toBeNull()
  expect((await search('fxxls per bed')).body.total).toBe(0)
})

test('words of a row that was just added or renamed are found, also misspelt', async () => {
  const chart = await chartNamed(server, 'Falls per 1,000 bed days')
  expect((await search('quizzical')).body.total).toBe(0)
  const rename = (chart_name: string) =>
    server.database
      .updateTable('charts')
      .set({ chart_name })
      .where('programme_id', '=', 1)
      .where('chart_id', '=', chart)
      .execute()
  await rename('Quizzical falls')
  for (const query of ['quizzical', 'quizical', 'Quizz'])
    expect((await search(query)).body.results.map(result => result.id)).toEqual([chart])
  await rename('Falls per 1,000 bed days')
  expect((await search('quizzical')).body.total).toBe(0)
})

test('counts results by filter option, ignoring the filter’s own selection', async () => {
  const kind = await filterNamed('Kind', 'document')
  const { body } = await search('ward', { filters: [kind] })
  const all = (await search('ward')).body
  const options = (reply: typeof body, name: string) =>
    reply.search_filters.find(filter => filter.filter_name === name)!.option_list
  expect(options(body, 'Kind')).toEqual(options(all, 'Kind'))
  expect(options(all, 'Kind').reduce((sum, option) => sum + option.count, 0)).toBe(all.total)
  expect(options(body, 'Document type').reduce((sum, option) => sum + option.count, 0)).toBe(body.total)
  expect(options(body, 'Kind').find(option => option.option_name === 'document')?.count).toBe(body.total)
})

test('caps the counts of a frequent word, lists the best titles first, and searches again when filtered', async () => {
  const many = await projectCoded(server, 'ward-staffing')
  const few = await projectCoded(server, 'ward-quality')
  const guidance = (project_id: number, count: number, title = sql.lit('Notes')) =>
    sql`insert into project_guidances (programme_id, project_id, title, body_html, display_order)
      select 1, ${project_id}, ${title}, '<p>A plethora</p>', 0 from generate_series(1, ${count}::int)`.execute(
      server.database
    )
  await guidance(many, 1100)
  await guidance(few, 40)
  await guidance(many, 1, sql.lit('Such a plethora'))
  await guidance(few, 1, sql.lit('Plethora'))
  const { body } = await search('plethora')
  expect(body.results.slice(0, 3).map(result => result.title)).toEqual([
    'Plethora',
    'Such a plethora',
    'Notes'
  ])
  expect(body).toMatchObject({ total: 1000, is_capped: true })
  const optionsOf = (reply: typeof body, name: string) =>
    reply.search_filters.find(filter => filter.filter_name === name)!.option_list
  expect(optionsOf(body, 'Kind')).toEqual([{ option_name: 'guidance', count: 1000, is_capped: true }])
  expect(optionsOf(body, 'Project').map(option => option.is_capped)).toEqual([true, true])
  const pages = await Promise.all(
    [0, 300, 600, 900, 1000].map(async offset => (await search('plethora', { offset })).body.results)
  )
  expect(pages.map(page => page.length)).toEqual([100, 100, 100, 100, 0])
  expect(new Set(pages.flat().map(result => result.id)).size).toBe(400)
  const names = await server.database
    .selectFrom('projects')
    .select('project_name')
    .where('programme_id', '=', 1)
    .where('project_id', '=', few)
    .executeTakeFirstOrThrow()
  const project = await filterNamed('Project', names.project_name)
  const narrowed = (await search('plethora', { filters: [project] })).body
  expect(narrowed).toMatchObject({ total: 41, is_capped: false })
  expect(optionsOf(narrowed, 'Kind')).toEqual([{ option_name: 'guidance', count: 41, is_capped: false }])
  expect(optionsOf(narrowed, 'Project')).toEqual(optionsOf(body, 'Project'))
  // Two filters that leave nothing are no misspelling.
  const neither = [await filterNamed('Kind', 'document'), await filterNamed('Document type', 'definitions')]
  const none = (await search('plethora', { filters: neither })).body
  expect(none).toMatchObject({ total: 0, corrected_query: null })
  await sql`delete from project_guidances where programme_id = 1 and body_html = '<p>A plethora</p>'`.execute(
    server.database
  )
})

async function strangerAddress(): Promise<string> {
  const row = await server.database
    .selectFrom('users')
    .select('email_address')
    .where('programme_id', '=', 1)
    .where('status', '=', 'active')
    .where('email_address', 'like', '%.1@wards.example')
    .executeTakeFirstOrThrow()
  return row.email_address
}

test('an empty search, an unknown filter and a page too large are refused by name', async () => {
  const unknown = { filter_id: 99, filter_name: 'x', option_list: [{ option_name: 'y' }] }
  const bad: [string, object][] = [
    ['query', { query: '   ' }],
    ['query', { query: 'x'.repeat(201) }],
    ['filters', { query: 'ward', filters: [unknown] }],
    ['limit', { query: 'ward', limit: 101 }]
  ]
  for (const [field, body] of bad) {
    const reply = await server.send('POST', 'search/global', { body, token: await server.tokenOf('viewer') })
    expect([reply.status, reply.body.detail]).toEqual([422, expect.stringContaining(field)])
  }
  expect((await server.send('POST', 'search/global', { body: { query: 'ward' } })).status).toBe(401)
})
