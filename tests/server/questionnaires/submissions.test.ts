import { describe, expect, test } from 'vitest'
import {
  createSubmission,
  listOrganisationSubmissions,
  listSubmissions,
  updateSubmission
} from '#contract/submissions.ts'
import { dataVersion } from '#server/database/data-version.ts'
import { useRegistering } from '#tests/support/registration-steps.ts'
import { ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, sites, useServer, type Role } from '#tests/support/server.ts'

const server = useServer()
const registering = useRegistering(server)

const create = (fields: object, token = registering.lead()) =>
  server.call(createSubmission, { body: { ...registering.place(), name: 'Ward 90', ...fields } }, token)

const rename = (id: number, name: string, token = registering.lead()) =>
  server.call(updateSubmission, { params: { id }, body: { name } }, token)

async function otherSubmission(projectCode: string, period: string) {
  return server.database
    .selectFrom('submissions')
    .select(['submission_id', 'organisation_id', 'lineage_id'])
    .where('programme_id', '=', 1)
    .where('project_id', '=', await projectCoded(server, projectCode))
    .where('time_period_id', '=', await periodNamed(server, period))
    .where('organisation_id', '!=', registering.place().organisation_id)
    .executeTakeFirstOrThrow()
}

test('members see their own submissions, newest period first; admins see everyone’s', async () => {
  const query = { project_id: await projectCoded(server, 'ward-staffing') }
  const own = (await server.call(listSubmissions, { query }, await server.tokenOf('viewer'))).body.submissions
  expect(own).toHaveLength(9)
  expect(new Set(own.map(one => one.organisation_id))).toEqual(new Set([registering.place().organisation_id]))
  expect(own[0]?.time_period_id).toBe(await periodNamed(server, '2026'))
  expect(new Set(own.map(one => one.lineage_id)).size).toBe(3)
  const admin = await server.tokenOf('admin')
  const all = (await server.call(listSubmissions, { query }, admin)).body.submissions
  expect(new Set(all.map(one => one.organisation_id)).size).toBeGreaterThan(5)
  const cut = await server.call(listSubmissions, { query: { ...query, limit: 2 } }, admin)
  expect(cut.body.submissions).toEqual(all.slice(0, 2))
  const elsewhere = (await otherSubmission('ward-staffing', '2026')).organisation_id
  expect(
    (await server.call(listSubmissions, { query: { organisation_id: elsewhere } }, registering.lead())).status
  ).toBe(404)
  const theirs = await server.call(listSubmissions, { query: { organisation_id: elsewhere } }, admin)
  expect(new Set(theirs.body.submissions.map(one => one.organisation_id))).toEqual(new Set([elsewhere]))
})

test('members see who else takes part, but not in an anonymous project', async () => {
  const names = async (code: string, role: Role) => {
    const query = {
      project_id: await projectCoded(server, code),
      time_period_id: await periodNamed(server, '2025')
    }
    const { body } = await server.call(listOrganisationSubmissions, { query }, await server.tokenOf(role))
    return body.organisation_submissions.map(one => one.organisation_name)
  }
  expect((await names('ward-staffing', 'viewer')).length).toBeGreaterThan(5)
  expect(await names('ward-quality', 'viewer')).toEqual(['Northfield General'])
  expect((await names('ward-quality', 'admin')).length).toBeGreaterThan(5)
})

test('a submission made without a registration continues a unit, or begins one', async () => {
  const before = await ownSubmission(server, 'ward-quality', '2025')
  const { lineage_id } = await server.database
    .selectFrom('submissions')
    .select('lineage_id')
    .where('programme_id', '=', 1)
    .where('submission_id', '=', before)
    .executeTakeFirstOrThrow()
  const continued = await create({ lineage_id })
  expect(continued.body).toMatchObject({
    name: 'Ward 90',
    lineage_id,
    time_period_id: registering.place().time_period_id
  })
  expect(await create({ name: 'Ward 91', lineage_id })).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('lineage_id') }
  })
  const begun = await create({ name: 'Ward 91' })
  expect(begun.body.lineage_id).not.toBe(lineage_id)
  expect(begun.body.submission_code).toMatch(/^S\d{4}$/)
  const foreign = (await otherSubmission('ward-quality', '2025')).lineage_id
  expect((await create({ name: 'Ward 92', lineage_id: foreign })).status).toBe(404)
})

test('a ward that comes back under its name is the same ward', async () => {
  const before = await ownSubmission(server, 'ward-quality', '2025', 1)
  const former = await server.database
    .selectFrom('submissions')
    .select(['lineage_id', 'submission_name', 'submission_code'])
    .where('programme_id', '=', 1)
    .where('submission_id', '=', before)
    .executeTakeFirstOrThrow()
  const { body } = await create({ name: former.submission_name.toUpperCase() })
  expect([body.lineage_id, body.submission_code]).toEqual([former.lineage_id, former.submission_code])
})

test('a new name appears in charts, must be unique, and is accepted while registration is open', async () => {
  const made = (await create({})).body
  await create({ name: 'Ward 91' })
  const version = async () =>
    (await dataVersion(server.database, 1, registering.place().project_id).executeTakeFirstOrThrow()).version
  const before = await version()
  expect((await rename(made.id, ' Ward 90b ')).body.name).toBe('Ward 90b')
  expect(await version()).not.toBe(before)
  expect((await rename(made.id, 'WARD 90B')).body.name).toBe('WARD 90B')
  expect(await rename(made.id, 'ward 91')).toMatchObject({
    status: 422,
    body: { detail: expect.stringMatching(/^name:/) }
  })
  const closed = await ownSubmission(server, 'ward-staffing', '2026')
  expect(await rename(closed, 'Too late')).toMatchObject({
    status: 423,
    body: { detail: expect.stringContaining('closed') }
  })
  expect((await rename(closed, 'By the organiser', await server.tokenOf('admin'))).status).toBe(200)
})

test('nobody makes or renames a submission of another organisation or programme', async () => {
  const theirs = await otherSubmission('ward-quality', '2026')
  expect((await create({ organisation_id: theirs.organisation_id })).status).toBe(404)
  expect((await rename(theirs.submission_id, 'Mine')).status).toBe(404)
  const foreign = await ownSubmission(server, 'resources', '2026', 0, sites.programmeId)
  expect((await rename(foreign, 'Mine', await server.tokenOf('admin'))).status).toBe(404)
  const foreignProject = await projectCoded(server, 'resources', sites.programmeId)
  expect((await create({ project_id: foreignProject })).status).toBe(404)
  expect((await create({}, await server.tokenOf('contributor'))).status).toBe(403)
  expect((await create({ name: '' })).body.detail).toContain('name')
})

describe('what a submission continues', () => {
  const change = (id: number, body: { name: string; scope_id?: number; lineage_id?: number | null }) =>
    server.call(updateSubmission, { params: { id }, body }, registering.lead())

  async function wardOfLastYear() {
    const query = { ...registering.place(), time_period_id: await periodNamed(server, '2025') }
    const { body } = await server.call(listSubmissions, { query }, registering.lead())
    return body.submissions[0]!
  }

  test('a new ward is tied to the ward that it was before, with its filters, and untied again', async () => {
    const former = await wardOfLastYear()
    const id = await registering.begin()
    const { body: added } = await registering.addSubmission(id, { submission_name: 'Ward 9, stroke' })
    const options = async () =>
      (
        await server.database
          .selectFrom('submission_filter_options')
          .select('filter_option_id')
          .where('programme_id', '=', 1)
          .where('submission_id', '=', added.submission_id)
          .execute()
      ).length
    const before = await options()
    const tied = await change(added.submission_id, {
      name: 'Ward 9, stroke',
      lineage_id: former.lineage_id
    })
    expect(tied.body).toMatchObject({ name: 'Ward 9, stroke', lineage_id: former.lineage_id })
    expect(await options()).toBeGreaterThan(before)
    const { body: other } = await registering.addSubmission(id, { submission_name: 'Ward 10' })
    expect(
      await change(other.submission_id, { name: 'Ward 10', lineage_id: former.lineage_id })
    ).toMatchObject({ status: 422, body: { detail: 'lineage_id: is Ward 9, stroke in this period already' } })
    const untied = await change(added.submission_id, { name: 'Ward 9, stroke', lineage_id: null })
    expect(untied.body.lineage_id).not.toBe(former.lineage_id)
    expect(await options()).toBe(before)
  })

  test('it may be added under a new name at once; another organisation’s is not there', async () => {
    const former = await wardOfLastYear()
    const id = await registering.begin()
    const foreign = await otherSubmission('ward-quality', '2025')
    const add = (lineage_id: number) =>
      registering.addSubmission(id, { submission_name: 'Ward 9, stroke', lineage_id })
    expect((await add(foreign.lineage_id)).status).toBe(404)
    const { body } = await add(former.lineage_id)
    expect(body.submission_name).toBe('Ward 9, stroke')
    const mine = await server.call(listSubmissions, { query: registering.place() }, registering.lead())
    expect(mine.body.submissions.map(one => one.lineage_id)).toEqual([former.lineage_id])
  })

  test('it moves to another scope of its registration, as long as it is empty', async () => {
    const [first = 0] = await registering.scopeIds()
    const { scope_id: second } = await server.database
      .insertInto('scopes')
      .values({
        programme_id: 1,
        project_id: registering.place().project_id,
        scope_name: 'Rehabilitation wards',
        scope_description: '',
        display_order: 9
      })
      .returning('scope_id')
      .executeTakeFirstOrThrow()
    const id = await registering.begin({ scope_ids: [first] })
    const { body: added } = await registering.addSubmission(id, { submission_name: 'Ward 83' })
    const move = () => change(added.submission_id, { name: 'Ward 83', scope_id: second })
    expect(await move()).toMatchObject({
      status: 422,
      body: { detail: 'scope_id: is not a scope of this registration' }
    })
    await registering.change(id, { scope_ids: [first, second] })
    expect((await move()).body.scope_id).toBe(second)
    expect((await registering.submissionsOf(id))[0]?.scope_id).toBe(second)
    const { question_id } = await server.database
      .selectFrom('questions')
      .select('question_id')
      .where('programme_id', '=', 1)
      .executeTakeFirstOrThrow()
    const answer = { row_id: 0, column_id: 0, case_code_id: 0, value: '4', number_value: 4, version: 1 }
    await server.database
      .insertInto('answers')
      .values({
        ...answer,
        programme_id: 1,
        submission_id: added.submission_id,
        question_id,
        is_not_applicable: false,
        is_not_available: false,
        updated_at: NOON,
        updated_by_user_id: null
      })
      .execute()
    const back = { name: 'Ward 83', scope_id: first }
    expect(await change(added.submission_id, back)).toMatchObject({
      status: 423,
      body: { detail: expect.stringContaining('answers') }
    })
  })
})
