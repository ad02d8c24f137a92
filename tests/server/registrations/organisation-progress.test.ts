// The organiser's table: the same figures as section by section, in as many statements for one row as for all.

import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { listOrganisationProgress, type OrganisationProgress } from '#contract/organisation-progress.ts'
import { getProject } from '#contract/projects.ts'
import { getCompletion } from '#contract/section-submissions.ts'
import { listOrganisationSubmissions } from '#contract/submissions.ts'
import { isSectionDone, isSectionStarted } from '#domain/questionnaires/section-work.ts'
import { whileRetired } from '#tests/support/retired.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

let statements = 0
const plugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: ({ result }) => {
    statements += 1
    return Promise.resolve(result)
  }
}
const server = useServer({ plugin })
const { blankWard, save } = savingOn(server)

let scope: { project_id: number; time_period_id: number }
beforeAll(async () => {
  scope = {
    project_id: await projectCoded(server, 'ward-staffing'),
    time_period_id: await periodNamed(server, '2026')
  }
})

const read = async (role: Role = 'admin', page: { limit?: number; offset?: number } = {}) =>
  (await server.call(listOrganisationProgress, { query: { ...scope, ...page } }, await server.tokenOf(role)))
    .body

const rowOf = async (submissionId: number): Promise<OrganisationProgress> =>
  (await read('lead')).organisations.find(row => row.submission_id === submissionId)!

test('every organisation has the counts of its submissions, section by section', async () => {
  const token = await server.tokenOf('admin')
  const progress = await read()
  const listed = await server.call(listOrganisationSubmissions, { query: { ...scope, limit: 1000 } }, token)
  const groups = listed.body.organisation_submissions
  expect(new Set(progress.organisations.map(row => row.organisation_id))).toEqual(
    new Set(groups.map(({ id }) => id))
  )
  // The demo's own counts: a save through the API would count them anew.
  const saved = await server.database
    .selectFrom('section_submissions')
    .select(['submission_id', 'section_id', 'applicable_count', 'answered_count'])
    .where('programme_id', '=', 1)
    .where('case_code_id', '=', 0)
    .execute()
  const stored = (submissionId: number, sectionId: number) =>
    saved.find(row => row.submission_id === submissionId && row.section_id === sectionId)
  const totals = { started: 0, complete: 0, signedOff: 0 }
  for (const { id, submission_list } of groups) {
    const completions = await Promise.all(
      submission_list.map(async ({ id: submission_id }) => {
        const reply = await server.call(getCompletion, { query: { submission_id } }, token)
        return reply.body.section_submissions.map(section => ({
          ...section,
          submission_id,
          ...stored(submission_id, section.section_id)
        }))
      })
    )
    const sections = completions.flat()
    const row = progress.organisations.find(one => one.organisation_id === id)!
    expect(row.submission_count).toBe(submission_list.length)
    for (const cell of row.section_progress) {
      const own = sections.filter(one => one.section_id === cell.section_id)
      const sum = (name: 'applicable_count' | 'answered_count') =>
        own.reduce((all, one) => all + one[name], 0)
      expect(cell).toMatchObject({
        applicable_count: sum('applicable_count'),
        answered_count: sum('answered_count')
      })
      expect(isSectionDone(cell.status)).toBe(own.every(one => isSectionDone(one.status)))
      expect(cell.status === 'not_started').toBe(!own.some(isSectionStarted))
      expect(own.map(one => one.submission_id)).toContain(cell.submission_id)
    }
    expect(new Set(row.section_progress.map(one => one.section_id))).toEqual(
      new Set(sections.map(one => one.section_id))
    )
    totals.started += Number(sections.some(isSectionStarted))
    totals.complete += Number(sections.every(one => isSectionDone(one.status)))
    totals.signedOff += Number(sections.every(one => one.status === 'signed_off'))
  }
  expect(progress).toMatchObject({
    total: groups.length,
    started_count: totals.started,
    completed_count: totals.complete,
    signed_off_count: totals.signedOff
  })
})

test('a page of one row and a page of all take the same statements, and pages make up the list', async () => {
  const count = async (limit: number): Promise<number> => {
    statements = 0
    await read('admin', { limit })
    return statements
  }
  await count(1)
  const one = await count(1)
  expect(await count(500)).toBe(one)
  const all = await read()
  const paged = [await read('admin', { limit: 5 }), await read('admin', { limit: 500, offset: 5 })]
  expect(paged.flatMap(({ organisations }) => organisations)).toEqual(all.organisations)
  expect(paged[1]).toMatchObject({ total: all.total, section_list: all.section_list })
})

test('shows members their own organisation’s submissions, without the leads’ last logins', async () => {
  const own = (await read('lead')).organisations
  expect(own).toHaveLength(3)
  expect(new Set(own.map(row => row.organisation_id)).size).toBe(1)
  expect(own.map(row => row.submission_name)).toEqual(
    own.map(row => row.submission_name ?? '').toSorted((one, other) => one.localeCompare(other, 'en'))
  )
  expect((await read('viewer')).organisations).toEqual(own)
  expect(own.map(row => [row.lead_name, row.last_login_at])).toEqual(own.map(() => [null, null]))
})

test('counts a section as started while it has an answer', async () => {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  const section = async () =>
    (await rowOf(ward)).section_progress.find(one => one.section_id === beds.section_id)!
  const token = await server.tokenOf('admin')
  const started = async () =>
    (await server.call(getProject, { params: { id: scope.project_id }, query: scope }, token)).body
      .participation.started_count
  const before = await started()
  expect(await section()).toMatchObject({ status: 'not_started', answered_count: 0 })
  await save(ward, beds, [{ value: 24 }])
  expect(await section()).toMatchObject({ status: 'in_progress', answered_count: 1 })
  expect(await started()).toBe(before + 1)
  await save(ward, { ...beds, version: 1 }, [{ value: null }])
  expect(await section()).toMatchObject({ status: 'not_started', answered_count: 0 })
  expect(await started()).toBe(before)
})

test('counts of an untouched section what its page asks for, without what is retired', async () => {
  const ward = await blankWard()
  const { section_id, place } = await cellOf(server, ward, 'Vacant WTE', 'Band 6')
  const counts = async () => {
    const query = { submission_id: ward }
    const { body } = await server.call(getCompletion, { query }, await server.tokenOf('lead'))
    const sections = [(await rowOf(ward)).section_progress, body.section_submissions]
    return sections.map(list => list.find(one => one.section_id === section_id)!.applicable_count)
  }
  const [all] = await counts()
  const column = await whileRetired(server, 'sub_section_columns', place.column_id, counts)
  const question = await whileRetired(server, 'questions', place.question_id, counts)
  for (const [listed, onPage] of [column, question]) {
    expect(listed).toBe(onPage)
    expect(listed).toBeLessThan(all!)
  }
})

test('a figure outside of the expected range is counted, and the time of the save is the last activity', async () => {
  const ward = await blankWard()
  const turnover = await cellOf(server, ward, 'Staffed beds')
  const stored = await server.database
    .selectFrom('questions')
    .select('warn_max')
    .where('programme_id', '=', 1)
    .where('question_id', '=', turnover.place.question_id)
    .executeTakeFirstOrThrow()
  const above = Number(stored.warn_max) + 1
  await save(ward, { ...turnover, version: 2 }, [{ value: above }])
  const row = await rowOf(ward)
  expect(
    row.section_progress.find(one => one.section_id === turnover.section_id)?.warning_count
  ).toBeGreaterThan(0)
  expect(row.last_activity_at).toBe(server.clock.now.toISOString())
})
