import { expect, test } from 'vitest'
import { getProjectAbout, listProjectGuidances, listScopes } from '#contract/project-texts.ts'
import { addFavourite, getProject, listProjects, removeFavourite } from '#contract/projects.ts'
import { getRegistrationTimePeriod } from '#contract/time-periods.ts'
import { periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { sites, useServer } from '#tests/support/server.ts'

const server = useServer()

const staffing = () => projectCoded(server, 'ward-staffing')
const quality = () => projectCoded(server, 'ward-quality')

test('a project is found by id and by code, with contacts and how many take part', async () => {
  const token = await server.tokenOf('viewer')
  const byCode = await server.call(getProject, { params: { id: 'ward-staffing' }, query: {} }, token)
  const byId = await server.call(getProject, { params: { id: await staffing() }, query: {} }, token)
  expect(byCode.status).toBe(200)
  expect(byId.body).toEqual(byCode.body)
  expect(byCode.body).toMatchObject({
    project_code: 'ward-staffing',
    project_status: 'collection',
    time_period_id: await periodNamed(server, '2026'),
    minimum_count: 5,
    visibility: 'named',
    registration_status: 'registered',
    submission_count: 3,
    project_contacts: [{ contact_name: 'Daniel Hughes', contact_role: 'Programme manager' }]
  })
  const { participation } = byCode.body
  expect(participation.registered_count).toBeGreaterThan(5)
  expect(participation.submission_count).toBeGreaterThanOrEqual(participation.started_count)
  expect(participation.started_count).toBeGreaterThanOrEqual(participation.complete_count)
  expect(participation.complete_count).toBeGreaterThan(0)
})

test('members of a strict project see how many are on their way in steps of the minimum, admins exactly', async () => {
  const query = { time_period_id: await periodNamed(server, '2025') }
  const readCounts = async (role: 'viewer' | 'admin') => {
    const params = { id: await quality() }
    const { body } = await server.call(getProject, { params, query }, await server.tokenOf(role))
    return { ...body.participation, minimum: body.minimum_count }
  }
  const [shown, exact] = [await readCounts('viewer'), await readCounts('admin')]
  // Otherwise rounding down would change nothing.
  expect(exact.started_count % exact.minimum).not.toBe(0)
  const { minimum, ...counts } = exact
  const inSteps = Object.entries(counts).map(([name, count]) => [name, count - (count % minimum)])
  expect(shown).toEqual({ ...Object.fromEntries(inSteps), minimum })
})

test('in an earlier period everything is complete and published', async () => {
  const query = { time_period_id: await periodNamed(server, '2025') }
  const { body } = await server.call(
    getProject,
    { params: { id: 'ward-staffing' }, query },
    await server.tokenOf('lead')
  )
  expect(body).toMatchObject({ project_status: 'published', completion_percent: 100 })
  expect(body.participation.complete_count).toBe(body.participation.submission_count)
})

test('answers 404 for another programme’s projects and unknown ones', async () => {
  const token = await server.tokenOf('lead')
  const foreignProject = await projectCoded(server, 'resources', sites.programmeId)
  const foreignPeriod = await periodNamed(server, '2026', sites.programmeId)
  const own = { project_id: await staffing(), time_period_id: await periodNamed(server, '2026') }
  const replies = [
    await server.call(getProject, { params: { id: foreignProject }, query: {} }, token),
    await server.call(getProject, { params: { id: 'resources' }, query: {} }, token),
    await server.call(
      getProject,
      { params: { id: 'ward-staffing' }, query: { time_period_id: foreignPeriod } },
      token
    ),
    await server.call(addFavourite, { params: { id: foreignProject } }, token),
    await server.call(removeFavourite, { params: { id: foreignProject } }, token),
    await server.call(getProjectAbout, { query: { ...own, project_id: foreignProject } }, token),
    await server.call(getProjectAbout, { query: { ...own, time_period_id: foreignPeriod } }, token),
    await server.call(listProjectGuidances, { query: { project_id: foreignProject } }, token),
    await server.call(listScopes, { query: { project_id: foreignProject } }, token),
    await server.call(getRegistrationTimePeriod, { params: { id: foreignProject } }, token)
  ]
  for (const reply of replies) expect([reply.status, typeof reply.body.detail]).toEqual([404, 'string'])
  expect((await server.send('GET', 'projects/No%20such/', { token })).status).toBe(422)
})

test('period 0 is the newest, and the reply names it', async () => {
  const newest = await periodNamed(server, '2026')
  for (const role of ['viewer', 'admin'] as const) {
    const token = await server.tokenOf(role)
    const projectsIn = async (time_period_id: number) =>
      (await server.call(listProjects, { query: { programme_id: 1, time_period_id } }, token)).body
    expect(await projectsIn(0)).toEqual(await projectsIn(newest))
    expect(await projectsIn(0)).toMatchObject({ time_period_id: newest })
    expect((await projectsIn(await periodNamed(server, '2025'))).time_period_id).not.toBe(newest)
  }
})

test('keeps stars per user; adding or removing one twice is a no-op', async () => {
  const lead = await server.tokenOf('lead')
  const viewer = await server.tokenOf('viewer')
  const id = await staffing()
  const isStarred = async (token: string) => {
    const { body } = await server.call(
      listProjects,
      { query: { programme_id: 1, time_period_id: await periodNamed(server, '2026') } },
      token
    )
    return body.projects.find(project => project.project_id === id)?.is_favorite
  }
  for (let times = 0; times < 2; times++) {
    expect((await server.call(addFavourite, { params: { id } }, lead)).body).toEqual({
      project_id: id,
      is_favorite: true
    })
  }
  expect([await isStarred(lead), await isStarred(viewer)]).toEqual([true, false])
  for (let times = 0; times < 2; times++) {
    expect((await server.call(removeFavourite, { params: { id } }, lead)).body).toEqual({
      project_id: id,
      is_favorite: false
    })
  }
  expect(await isStarred(lead)).toBe(false)
})

test('returns a project’s texts, dates in order, contacts and documents of the period', async () => {
  const query = { project_id: await staffing(), time_period_id: await periodNamed(server, '2026') }
  const { status, body } = await server.call(getProjectAbout, { query }, await server.tokenOf('viewer'))
  expect(status).toBe(200)
  expect(body.abouts.map(about => about.heading)).toEqual([
    'What it is',
    'How figures are compared',
    'Who sees what'
  ])
  expect(body.key_dates.map(date => date.label)).toEqual([
    'Registration opens',
    'Registration closes',
    'Data collection opens',
    'Data collection closes'
  ])
  expect(body.key_dates.map(date => date.date)).toEqual(body.key_dates.map(date => date.date).toSorted())
  expect(body.documents).toHaveLength(2)
})

test('returns guidance with its document, if the caller may read it', async () => {
  const query = { project_id: await staffing() }
  const documentsFor = async (role: 'viewer' | 'admin') => {
    const { body } = await server.call(listProjectGuidances, { query }, await server.tokenOf(role))
    return body.project_guidances.map(guidance => guidance.document?.document_name ?? null)
  }
  const readable = await documentsFor('viewer')
  expect(readable).toEqual([expect.stringMatching(/\w/), null])
  const { body } = await server.call(listProjectGuidances, { query }, await server.tokenOf('viewer'))
  const id = body.project_guidances[0]!.document_id!
  const later = new Date(server.clock.now.getTime() + 86_400_000)
  const publish = (published_at: Date) =>
    server.database
      .updateTable('documents')
      .set({ published_at })
      .where('programme_id', '=', 1)
      .where('document_id', '=', id)
      .execute()
  const before = await server.database
    .selectFrom('documents')
    .select('published_at')
    .where('document_id', '=', id)
    .executeTakeFirstOrThrow()
  await publish(later)
  expect(await documentsFor('viewer')).toEqual([null, null])
  expect(await documentsFor('admin')).toEqual(readable)
  await publish(before.published_at)
})

test('returns guidance with its questions, up to the list’s limit', async () => {
  const token = await server.tokenOf('contributor')
  const { body } = await server.call(listProjectGuidances, { query: { project_id: await staffing() } }, token)
  expect(body.project_guidances.map(guidance => [guidance.title, guidance.question_ids.length > 0])).toEqual([
    ['Before you start', false],
    ['Figures for the profile', true]
  ])
  const scopes = await server.call(listScopes, { query: { project_id: await staffing() } }, token)
  expect(scopes.body.scopes.map(scope => scope.scope_name)).toEqual([
    'Adult inpatient wards',
    'Wards for older people'
  ])
  const one = await server.call(listScopes, { query: { project_id: await staffing(), limit: 1 } }, token)
  expect(one.body.scopes).toHaveLength(1)
  const many = await server.send('GET', `scopes?project_id=${await staffing()}&limit=101`, { token })
  expect([many.status, many.body.detail]).toEqual([422, expect.stringContaining('limit')])
})

test('returns the period that is open for registration, or else the dates of the nearest one', async () => {
  const token = await server.tokenOf('lead')
  const open = await server.call(getRegistrationTimePeriod, { params: { id: await quality() } }, token)
  expect(open.body).toMatchObject({ time_period_name: '2026', is_open: true })
  const closed = await server.call(getRegistrationTimePeriod, { params: { id: await staffing() } }, token)
  expect(closed.body).toMatchObject({ time_period_name: '2026', is_open: false })
})
