// From an empty folder to a release, with the commands and calls that a programme and its members use. Each stage begins with a
// refusal.

import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptSubmissions } from '#contract/acceptances.ts'
import { checkCaseCode, createCaseCodes } from '#contract/case-codes.ts'
import { openCorrectionWindows } from '#contract/correction-windows.ts'
import { listEditions, publishEdition } from '#contract/editions.ts'
import { listOrganisations } from '#contract/organisations.ts'
import { changePassword } from '#contract/password-change.ts'
import { listScopes } from '#contract/project-texts.ts'
import { listProjects } from '#contract/projects.ts'
import { answerQueries, decideQueries, listQueries, planQueries, raiseQueries } from '#contract/queries.ts'
import { listQuestionnaires } from '#contract/questionnaires.ts'
import { downloadRelease, listReleases } from '#contract/releases.ts'
import { listSubmissions } from '#contract/submissions.ts'
import { listTimePeriods } from '#contract/time-periods.ts'
import { inviteUser } from '#contract/user-admin.ts'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import { ROLE } from '#domain/people/roles.ts'
import { request } from '#tests/support/api-client.ts'
import { callsOf, type Action } from '#tests/support/club-calls.ts'
import { dayFromNow, MUSEUMS, openClub, type Museum } from '#tests/support/museum-club.ts'
import {
  lacksPython,
  recomputeRelease,
  releaseLines,
  runProgram,
  wrongChecksums
} from '#tests/support/release-files.ts'

const FOLDER = 'content/museums'
const ANNA = 'Anna Berg <anna@museums.example>'

let club: Awaited<ReturnType<typeof openClub>>
const calls = callsOf({ url: () => club.url() })
const { call, done, tokens } = calls
let invitation = ''
const submissions = new Map<Museum, number>()
let place: { project_id: number; time_period_id: number }
let standard: number
let survey: number
let section: { questionnaire_id: number; section_id: number }
let cells: Map<string, CellAddress>

beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

/** Saves answers of a museum by the codes of their questions. */
const save = (museum: Museum, values: Record<string, number | string>, action: Action = 'save') =>
  calls.save(museum, { ...section, submission_id: submissions.get(museum)! }, cells, values, action)
const queriesNow = () => done(listQueries, { query: place })

test('new-programme refuses a code that no address can have, and writes the programme', async () => {
  const refused = await club.run('new-programme', 'Museums!', '--name', 'Museums Network')
  expect(refused.status).not.toBe(0)
  const created = await club.run('new-programme', 'museums', '--name', 'Museums Network')
  expect([created.status, created.stderr]).toEqual([0, ''])
})

test('provision names the lines of a chart and an answer whose question does not exist, and writes nothing', async () => {
  club.writeContent({ closes: 30, charted: 'visitors' })
  const chart = await club.run('provision', FOLDER, '--apply')
  expect(chart.status).not.toBe(0)
  expect(chart.stderr + chart.stdout).toMatch(/projects\/visitors\/charts\.json:\d+.*visitors/)

  club.writeContent({ closes: 30, visits: 'visitors' })
  const history = await club.run('provision', FOLDER, '--apply')
  expect(history.status).toBe(1)
  expect(history.stdout).toContain('projects/visitors/answers/2025.csv:2 ')

  club.writeContent({ closes: 30 })
  const applied = await club.run('provision', FOLDER, '--apply', '--link', '--admin', ANNA)
  expect(applied.stderr).toBe('')
  expect(applied.stdout).toMatch(/9 added.*3 new submissions/)
  invitation = /invited=yes&code=(\S+)/.exec(applied.stdout)?.[1] ?? ''
}, 400_000)

test('an invitation is accepted once, and leads are invited to their museums', async () => {
  await club.startApi()
  await calls.logIn('admin', 'anna@museums.example', invitation)
  const again = { body: { code: invitation, new_password: 'another quiet monday' } }
  expect((await call(changePassword, again)).status).toBeGreaterThanOrEqual(400)

  const { organisations } = await done(listOrganisations, { query: { programme_id: 1 } })
  const addressOf = (museum: Museum): string => `${museum.toLowerCase()}@museums.example`
  for (const museum of MUSEUMS) {
    const email_address = addressOf(museum)
    const person = { first_name: 'Lea', last_name: museum, email_address, role_type_id: ROLE.lead }
    const { id: organisation_id } = organisations.find(one => one.organisation_code === museum)!
    await done(inviteUser, { body: { programme_id: 1, organisation_id, ...person } })
  }
  for (const museum of MUSEUMS) {
    await expect.poll(() => club.codeMailedTo(addressOf(museum))).toBeDefined()
    await calls.logIn(museum, addressOf(museum), club.codeMailedTo(addressOf(museum)) ?? '')
  }
})

test('a registration is confirmed when nothing is missing, and continues the unit of the past', async () => {
  const [period] = (await done(listTimePeriods, { query: { programme_id: 1 } })).time_periods
  const query = { programme_id: 1, time_period_id: period!.time_period_id }
  const [project] = (await done(listProjects, { query })).projects
  place = { project_id: project!.project_id, time_period_id: period!.time_period_id }
  const { scopes } = await done(listScopes, { query: { project_id: place.project_id } })
  const { organisations } = await done(listOrganisations, { query: { programme_id: 1 } })
  const past = (await done(listSubmissions, { query: { project_id: place.project_id } })).submissions
  for (const museum of MUSEUMS) {
    const { id: organisation_id } = organisations.find(one => one.organisation_code === museum)!
    const scope_ids = scopes.map(({ scope_id }) => scope_id)
    const { lineage_id } = past.find(one => one.organisation_id === organisation_id)!
    const unit = { scope_id: scope_ids[0]!, submission_name: 'Whole museum', lineage_id }
    const begun = { ...place, organisation_id, scope_ids }
    const { early, submission_id } = await calls.register(museum, begun, unit)
    expect(early).toBe(422)
    submissions.set(museum, submission_id)
  }
})

test('members enter their figures; a text is not a figure, and what is required cannot be left out', async () => {
  const submission_id = submissions.get('CITY')!
  const query = { ...place, submission_id }
  const { questionnaires } = await done(listQuestionnaires, { query }, 'CITY')
  const idOf = (type: string): number =>
    questionnaires.find(one => one.questionnaire_type === type)!.questionnaire_id
  standard = idOf('standard')
  survey = idOf('case')
  const codes = { Visits: 'visits', Cost: 'cost', 'Cost of a visit': 'each' }
  ;({ section, cells } = await calls.openFirstSection(
    'CITY',
    { questionnaire_id: standard, submission_id },
    codes
  ))

  expect((await save('CITY', { visits: 'many' })).body.rejected).toHaveLength(1)
  const early = await save('CITY', { visits: 1300 }, 'complete')
  expect([early.body.section_submission.status, early.body.rejected.length]).toEqual(['in_progress', 1])

  for (const [museum, cost] of [
    ['CITY', 31_200],
    ['SEA', 64_000]
  ] as const) {
    const { body } = await save(museum, { visits: museum === 'CITY' ? 1300 : 800, cost }, 'complete')
    expect(body.section_submission.status).toBe('complete')
  }
  // The third forgets its cost.
  expect((await save('TOYS', { visits: 600 })).body.saved.length).toBeGreaterThan(0)
})

test('respondents answer the survey with their codes only', async () => {
  for (const museum of MUSEUMS) {
    const where = { questionnaire_id: survey, submission_id: submissions.get(museum)! }
    const wrong = await call(checkCaseCode, { query: { ...where, case_code: 'AAAA-AAAA-AAAA' } }, 'nobody')
    expect(wrong.body.is_valid).toBe(false)
    const { case_codes } = await done(createCaseCodes, { body: { ...where, quantity: 3 } }, museum)
    for (const [index, { case_code }] of case_codes.entries())
      expect((await calls.answerCase(where, case_code, index === 0 ? 1 : 0)).rejected).toEqual([])
  }
})

test('data collection cannot end before it begins; once it has ended, members can enter nothing', async () => {
  await club.stopApi()
  club.writeContent({ closes: -55 })
  expect((await club.run('provision', FOLDER, '--apply')).status).not.toBe(0)
  club.writeContent({ closes: -1 })
  expect((await club.run('provision', FOLDER, '--apply')).stderr).toBe('')
  await club.startApi()
  expect((await save('TOYS', { cost: 18_000 })).status).toBe(423)
}, 400_000)

test('queries are raised by rule and by hand, and answered by those who are asked', async () => {
  const byHand = {
    ...section,
    submission_id: submissions.get('CITY')!,
    ...cells.get('visits')!,
    query_text: ''
  }
  expect((await call(raiseQueries, { body: { ...place, rules: [], cells: [byHand] } })).status).toBe(422)
  const asked = { ...byHand, query_text: 'Are school classes counted?' }
  await done(raiseQueries, { body: { ...place, rules: [], cells: [asked] } })

  const rules = [
    { rule_code: 'required_blank' as const },
    { rule_code: 'changed' as const, change_percent: 40 }
  ]
  const { planned, rule_counts } = await done(planQueries, { body: { ...place, rules } })
  // The cost of Toys is missing; that of the Sea, and of each of its visits, is four times the last.
  expect(rule_counts).toEqual([1, 2])
  const found = planned.map(cell => ({ ...cell, query_text: '' }))
  await done(raiseQueries, { body: { ...place, rules, cells: found, due_at: dayFromNow(10) } })
  const { queries, counts } = await queriesNow()
  expect(counts).toMatchObject({ open: 4, answered: 0 })

  const query = queries.find(one => one.query_text !== '')
  const answer = {
    queries: [{ query_id: query!.query_id, base_version: query!.version }],
    entry_text: 'They are.'
  }
  expect((await call(answerQueries, { body: answer }, 'SEA')).status).toBe(404)
  await done(answerQueries, { body: answer }, 'CITY')
  expect((await queriesNow()).counts).toMatchObject({ open: 3, answered: 1 })
})

test('a correction needs a window, and answers its queries', async () => {
  expect((await save('SEA', { cost: 16_800 })).status).toBe(423)
  const window = {
    ...place,
    ...section,
    submission_ids: [submissions.get('SEA')!, submissions.get('TOYS')!],
    window_kind: 'change' as const,
    open_until: new Date(Date.now() + 86_400_000).toISOString(),
    reason_text: 'To correct figures'
  }
  await done(openCorrectionWindows, { body: window })
  expect((await save('SEA', { cost: 16_800 })).body.saved.length).toBeGreaterThan(0)
  const completed = await save('TOYS', { cost: 18_000 }, 'complete')
  expect(completed.body.section_submission.status).toBe('complete')
  expect((await queriesNow()).counts).toMatchObject({ open: 0, answered: 4 })
})

test('a questionnaire with open queries is not accepted; once they are resolved it is, and then does not change', async () => {
  const accepted_questionnaires = MUSEUMS.flatMap(museum =>
    [standard, survey].map(questionnaire_id => ({
      submission_id: submissions.get(museum)!,
      questionnaire_id
    }))
  )
  const accept = () => done(acceptSubmissions, { body: { ...place, accepted_questionnaires } })
  const early = await accept()
  expect([early.accepted_count, early.left_out.map(one => one.acceptance_state)]).toEqual([
    3,
    ['queried', 'queried', 'queried']
  ])

  const { queries } = await queriesNow()
  const decided = {
    act: 'resolve' as const,
    queries: queries.map(({ query_id, version }) => ({ query_id, base_version: version }))
  }
  expect((await done(decideQueries, { body: decided })).left_out).toEqual([])
  expect((await done(decideQueries, { body: decided })).query_ids).toEqual([])
  expect((await accept()).accepted_count).toBe(3)
  expect((await save('SEA', { cost: 1 })).status).toBe(423)
})

test('an edition is published as it was shown, and not twice', async () => {
  const { next } = await done(listEditions, { query: place })
  const { edition_number, figures_digest } = next
  expect([next.complete_count, next.refusal]).toEqual([3, null])
  const stale = { ...place, edition_number, figures_digest: figures_digest.replaceAll(/\w/g, 'A') }
  expect((await call(publishEdition, { body: stale })).status).toBe(422)
  await done(publishEdition, { body: { ...place, edition_number, figures_digest } })
  expect((await call(publishEdition, { body: { ...place, edition_number, figures_digest } })).status).toBe(
    422
  )
})

test('a member recomputes every published figure from the release alone', async () => {
  const { releases } = await done(listReleases, { query: place }, 'TOYS')
  const [release] = releases
  const query = { ...place, edition_number: release!.edition_number }
  const download = (who: string, edition_number = query.edition_number) =>
    request(club.url(), downloadRelease, { query: { ...query, edition_number } }, tokens.get(who))
  expect((await download('nobody')).status).toBe(401)
  expect((await download('TOYS', 2)).status).toBe(404)

  const files = unzipSync(new Uint8Array(await (await download('TOYS')).arrayBuffer()))
  expect(wrongChecksums(files)).toEqual([])
  const { count, faults } = recomputeRelease(files)
  // Three charts, each with a figure of each museum and five averages.
  expect([count, faults]).toEqual([24, []])
  const program = runProgram(files)
  if (!lacksPython)
    expect(program).toEqual({ status: 0, text: expect.stringContaining('24 of 24 published figures agree') })
  // The corrected cost of the Sea, not the one it entered first.
  expect(releaseLines(files, 'values.csv')).toContainEqual(
    expect.objectContaining({ organisation: 'SEA', question: 'cost', value: '16800' })
  )
})
