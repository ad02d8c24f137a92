// An organisation that has withdrawn is in nobody's comparison and in no new edition. It still sees what it has entered.

import { beforeAll, expect, test } from 'vitest'
import { listAcceptances } from '#contract/acceptances.ts'
import { listFilterOptions } from '#contract/filters.ts'
import { getProject } from '#contract/projects.ts'
import { updateRegistration } from '#contract/registrations.ts'
import { listOrganisationSubmissions } from '#contract/submissions.ts'
import { snapshotOf } from '#server/benchmarks/editions/snapshot.ts'
import { storedEdition, storedEditions } from '#server/benchmarks/editions/store.ts'
import { askFor } from '#tests/support/chart-requests.ts'
import { publishAnew, withdrawEditions } from '#tests/support/editions.ts'
import { ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const PROJECT = 'ward-staffing'
const STRICT = 'ward-quality'
const PERIOD = '2025'

interface Participant {
  registration_id: number
  organisation_id: number
  submission_id: number
}
let own: Participant
let other: Participant

beforeAll(async () => {
  own = (await participants(PROJECT)).own
  other = (await participants(PROJECT)).other
})

/** The lead's own organisation in a project, and another one. */
async function participants(project: string): Promise<{ own: Participant; other: Participant }> {
  const submissionId = await ownSubmission(server, project, PERIOD)
  const rows = await server.database
    .selectFrom('submissions as s')
    .innerJoin('registrations as r', join =>
      join
        .onRef('r.organisation_id', '=', 's.organisation_id')
        .onRef('r.project_id', '=', 's.project_id')
        .onRef('r.time_period_id', '=', 's.time_period_id')
    )
    .select(['r.registration_id', 's.organisation_id', 's.submission_id'])
    .where('s.programme_id', '=', 1)
    .where('r.programme_id', '=', 1)
    .where('s.project_id', '=', await projectCoded(server, project))
    .where('s.time_period_id', '=', await periodNamed(server, PERIOD))
    .where('r.registration_status', '=', 'registered')
    .orderBy('s.submission_id')
    .execute()
  const mine = rows.find(row => row.submission_id === submissionId)!
  return { own: mine, other: rows.find(row => row.organisation_id !== mine.organisation_id)! }
}

const setStatus = async (
  { registration_id }: Participant,
  registration_status: 'withdrawn' | 'registered'
): Promise<void> => {
  const body = { registration_status, reason: 'Ward closed' }
  const { status } = await server.call(
    updateRegistration,
    { params: { id: registration_id }, body },
    await server.tokenOf('admin')
  )
  expect(status).toBe(200)
}

/** Does something while an organisation has withdrawn. */
async function whileWithdrawn<T>(who: Participant, act: () => Promise<T>): Promise<T> {
  await setStatus(who, 'withdrawn')
  const result = await act()
  await setStatus(who, 'registered')
  return result
}

const chart = async (role: 'lead' | 'admin') => (await askFor(server, { role })).body
const listed = async (role: 'lead' | 'admin'): Promise<(number | null)[]> =>
  (await chart(role)).series[0]!.values.map(({ submission_id }) => submission_id)
const selection = async (project = PROJECT) => ({
  project_id: await projectCoded(server, project),
  time_period_id: await periodNamed(server, PERIOD)
})
const participation = async (role: Role, project = PROJECT) => {
  const { project_id: id, time_period_id } = await selection(project)
  const { body } = await server.call(
    getProject,
    { params: { id }, query: { time_period_id } },
    await server.tokenOf(role)
  )
  return body.participation
}

test('before publication it is in no chart of others, also in one that was read before', async () => {
  await withdrawEditions(server, PROJECT, PERIOD)
  const [before, counted] = [await listed('lead'), await participation('admin')]
  expect(before).toContain(other.submission_id)
  const { project_id, time_period_id } = await selection()
  const after = await whileWithdrawn(other, async () => ({
    listed: await listed('lead'),
    provisional: (await chart('admin')).provisional_periods[0]!.submission_count,
    participation: await participation('admin'),
    filters: (
      await server.call(
        listFilterOptions,
        { query: { project_id, time_period_id, organisation_id: 0 } },
        await server.tokenOf('lead')
      )
    ).body.organisation_submissions.map(({ id }) => id),
    others: (
      await server.call(
        listOrganisationSubmissions,
        { query: { project_id, time_period_id, limit: 1000 } },
        await server.tokenOf('lead')
      )
    ).body.organisation_submissions.map(({ id }) => id)
  }))
  expect(after.listed).not.toContain(other.submission_id)
  expect(after.listed.length).toBeLessThan(before.length)
  expect(after.participation.submission_count).toBeLessThan(counted.submission_count)
  expect(after.provisional).toBe(after.participation.submission_count)
  expect(after.filters).not.toContain(other.organisation_id)
  expect(after.others).not.toContain(other.organisation_id)
  expect(await listed('lead')).toEqual(before)
})

test('its own people still see what it has entered', async () => {
  await withdrawEditions(server, PROJECT, PERIOD)
  const before = await listed('lead')
  const [mine, admins] = await whileWithdrawn(own, async () => [await listed('lead'), await listed('admin')])
  expect(mine).toEqual(before)
  expect(admins).not.toContain(own.submission_id)
})

test('an edition is published without it', async () => {
  await whileWithdrawn(other, () => publishAnew(server, PROJECT, PERIOD))
  const { project_id: projectId, time_period_id: timePeriodId } = await selection()
  const [edition] = await storedEditions(server.database, { programmeId: 1, projectId, timePeriodId })
  const { submissions, cells, divisions } = await storedEdition(server.database, 1, edition!.edition_id)
  expect(submissions.length).toBeGreaterThan(0)
  expect(submissions.map(({ organisation_id }) => organisation_id)).not.toContain(other.organisation_id)
  const held = [
    ...cells.flatMap(cell => cell.submission_ids),
    ...divisions.flatMap(({ blocks }) => blocks.flat())
  ]
  expect(held).toContain(own.submission_id)
  expect(held).not.toContain(other.submission_id)
})

test('members of a strict project are not told that one has withdrawn', async () => {
  const { other: leaver } = await participants(STRICT)
  const query = { ...(await selection(STRICT)), organisation_id: 0 }
  const told = async () => {
    const ask = { project: STRICT, chart: 'Falls per 1,000 bed days', body: { ignore_cache: true } }
    const { calculated_at: _, ...reply } = (await askFor(server, ask)).body
    const options = await server.call(listFilterOptions, { query }, await server.tokenOf('lead'))
    return [reply, options.body]
  }
  const published = await told()
  expect(await whileWithdrawn(leaver, told)).toEqual(published)
  await withdrawEditions(server, STRICT, PERIOD)
  const unpublished = await askFor(server, { project: STRICT, chart: 'Falls per 1,000 bed days' })
  const count = unpublished.body.provisional_periods[0]!.submission_count
  expect(count).toBe((await participation('lead', STRICT)).submission_count)
  expect(count % unpublished.body.suppression.minimum_count).toBe(0)
})

test('in a strict project it stays in later editions of the period, because the difference would tell its figures', async () => {
  const { other: leaver } = await participants(STRICT)
  const { project_id: projectId, time_period_id: timePeriodId } = await selection(STRICT)
  const scope = { programmeId: 1, projectId, timePeriodId }
  const next = async () => {
    const { submissions, cells } = await whileWithdrawn(leaver, () => snapshotOf(server.database, scope, 5))
    const entered = cells.flatMap(({ submission_ids }) => submission_ids)
    return [submissions.map(({ submission_id }) => submission_id), entered].map(ids =>
      ids.includes(leaver.submission_id)
    )
  }
  expect(await next()).toEqual([false, false])
  await publishAnew(server, STRICT, PERIOD)
  expect(await next()).toEqual([true, true])
})

test('it is not among what can be accepted, or what an edition leaves out', async () => {
  const query = { ...(await selection()), limit: 500, offset: 0 }
  const organisations = async () => {
    const { body } = await server.call(listAcceptances, { query }, await server.tokenOf('admin'))
    return new Set(body.acceptances.map(({ organisation_id }) => organisation_id))
  }
  expect(await organisations()).toContain(other.organisation_id)
  expect(await whileWithdrawn(other, organisations)).not.toContain(other.organisation_id)
})
