// From an empty folder to a release, by the commands and calls that a programme and its members use. Each stage begins with something
// that is refused.

import { randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptSubmissions } from '#contract/acceptances.ts'
import { login } from '#contract/auth.ts'
import { checkCaseCode, createCaseCodes } from '#contract/case-codes.ts'
import { openCorrectionWindows } from '#contract/correction-windows.ts'
import { listEditions, publishEdition } from '#contract/editions.ts'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { listOrganisations } from '#contract/organisations.ts'
import { changePassword } from '#contract/password-change.ts'
import { listScopes } from '#contract/project-texts.ts'
import { listProjects } from '#contract/projects.ts'
import { answerQueries, decideQueries, listQueries, planQueries, raiseQueries } from '#contract/queries.ts'
import { getSectionQuestions, listQuestionnaires, listSections } from '#contract/questionnaires.ts'
import { createRegistrationContact } from '#contract/registration-contacts.ts'
import { createRegistrationSubmission } from '#contract/registration-submissions.ts'
import { createRegistration, updateRegistration } from '#contract/registrations.ts'
import { downloadRelease, listReleases } from '#contract/releases.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { listSubmissions } from '#contract/submissions.ts'
import { listTimePeriods } from '#contract/time-periods.ts'
import { inviteUser } from '#contract/user-admin.ts'
import { ROLE } from '#domain/people/roles.ts'
import { request } from '#tests/support/api-client.ts'
import { dayFromNow, MUSEUMS, openClub, type Museum } from '#tests/support/museum-club.ts'
import {
  lacksPython,
  recomputeRelease,
  releaseLines,
  runProgram,
  wrongChecksums
} from '#tests/support/release-files.ts'
import { openEmpty, type SeededDatabase } from '#tests/support/seeded-database.ts'

const PASSWORD = 'a quiet museum on a monday'
const FOLDER = 'content/museums'
const ANNA = 'Anna Berg <anna@museums.example>'

let store: SeededDatabase | undefined
let club: Awaited<ReturnType<typeof openClub>>
let invitation = ''
const tokens = new Map<string, string>()
const submissions = new Map<Museum, number>()
let place: { project_id: number; time_period_id: number }
let standard: number
let survey: number
let section: { questionnaire_id: number; section_id: number }
let cells: Map<string, { question_id: number; row_id: number; column_id: number }>

beforeAll(async () => {
  // Only a database on a server is there before its first use.
  if (process.env['TEST_DATABASE_URL'] !== undefined) store = await openEmpty()
  club = await openClub(store?.url)
})
afterAll(async () => {
  await club.close()
  await store?.close()
})

async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, who = 'admin') {
  const response = await request(club.url(), endpoint, input, tokens.get(who))
  return { status: response.status, body: (await response.json()) as ReplyOf<E> & { detail?: string } }
}

async function done<E extends Endpoint>(endpoint: E, input: InputOf<E>, who = 'admin'): Promise<ReplyOf<E>> {
  const { status, body } = await call(endpoint, input, who)
  if (status !== 200) expect.fail(`${endpoint.path}: ${status} ${body.detail}`)
  return body
}

async function logIn(who: string, email_address: string, code: string): Promise<void> {
  await done(changePassword, { body: { code, new_password: PASSWORD } })
  const body = { programme_id: 1, email_address, password: PASSWORD }
  tokens.set(who, (await done(login, { body })).access_token)
}

type Action = 'save' | 'complete'
/** Saves answers of a museum, with the versions that the section has now. */
async function save(museum: Museum, values: Record<string, number | string>, action: Action = 'save') {
  const submission_id = submissions.get(museum)!
  const { sub_sections } = await done(
    getSectionQuestions,
    { params: { id: section.questionnaire_id, sid: section.section_id }, query: { submission_id } },
    museum
  )
  const questions = sub_sections.flatMap(one => one.questions)
  const answers = Object.entries(values).map(([code, value]) => {
    const cell = cells.get(code)!
    const found = questions.find(one => one.question_id === cell.question_id)
    return { ...cell, value, base_version: found?.answer.version ?? 0 }
  })
  const client_change_id = randomUUID()
  return call(saveSection, { body: { ...section, submission_id, client_change_id, action, answers } }, museum)
}

const queriesNow = () => done(listQueries, { query: place })

test('new-programme refuses a code that no address can have, and writes the programme', async () => {
  const refused = await club.run('new-programme', 'Museums!', '--name', 'Museums Network')
  expect(refused.status).not.toBe(0)
  expect(await club.run('new-programme', 'museums', '--name', 'Museums Network')).toMatchObject({
    status: 0,
    stderr: ''
  })
})

test('provision names the line of a chart without its question and of an answer without its question, and writes nothing', async () => {
  club.writeContent({ closes: 30, charted: 'visitors' })
  const chart = await club.run('provision', FOLDER, '--apply')
  expect([chart.status, chart.stderr + chart.stdout]).toEqual([
    expect.any(Number),
    expect.stringMatching(/projects\/visitors\/charts\.json:\d+.*visitors/)
  ])
  expect(chart.status).not.toBe(0)

  club.writeContent({ closes: 30, visits: 'visitors' })
  const history = await club.run('provision', FOLDER, '--apply')
  expect([history.status, history.stdout]).toEqual([
    1,
    expect.stringContaining('projects/visitors/answers/2025.csv:2 ')
  ])

  club.writeContent({ closes: 30 })
  const applied = await club.run('provision', FOLDER, '--apply', '--link', '--admin', ANNA)
  expect(applied.stderr).toBe('')
  expect(applied.stdout).toContain('9 added')
  expect(applied.stdout).toContain('3 new submissions')
  invitation = /invited=yes&code=(\S+)/.exec(applied.stdout)?.[1] ?? ''
})

test('an invitation is accepted once, and leads are invited to their museums', async () => {
  await club.startApi()
  await logIn('admin', 'anna@museums.example', invitation)
  const again = { body: { code: invitation, new_password: PASSWORD } }
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
    const codeMailed = (): string | undefined =>
      club.mails
        .filter(mail => mail.includes(addressOf(museum)))
        .map(mail => mail.replaceAll('=\n', '').replaceAll('=3D', '='))
        .flatMap(text => /invited=yes&code=(\S+)/.exec(text)?.[1] ?? [])[0]
    await expect.poll(codeMailed).toBeDefined()
    await logIn(museum, addressOf(museum), codeMailed() ?? '')
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
    const begun = { ...place, organisation_id, scope_ids }
    const { registration_id } = await done(createRegistration, { body: begun }, museum)
    const confirmed = {
      params: { id: registration_id },
      body: { registration_status: 'registered' as const }
    }
    expect((await call(updateRegistration, confirmed, museum)).status).toBe(422)

    await done(
      updateRegistration,
      { params: { id: registration_id }, body: { terms_accepted: true } },
      museum
    )
    for (const contact_role of ['Lead', 'Data']) {
      const contact = { contact_name: 'Lea', email_address: 'lea@museums.example', contact_role }
      await done(createRegistrationContact, { body: { registration_id, ...contact } }, museum)
    }
    const { lineage_id } = past.find(one => one.organisation_id === organisation_id)!
    const unit = { registration_id, scope_id: scope_ids[0]!, submission_name: 'Whole museum', lineage_id }
    const { submission_id } = await done(createRegistrationSubmission, { body: unit }, museum)
    submissions.set(museum, submission_id)
    await done(updateRegistration, confirmed, museum)
  }
})

test('members enter their figures; a text is no figure, and what is required cannot be left out', async () => {
  const submission_id = submissions.get('CITY')!
  const query = { ...place, submission_id }
  const { questionnaires } = await done(listQuestionnaires, { query }, 'CITY')
  const idOf = (type: string): number =>
    questionnaires.find(one => one.questionnaire_type === type)!.questionnaire_id
  standard = idOf('standard')
  survey = idOf('case')
  const { sections } = await done(
    listSections,
    { params: { id: standard }, query: { submission_id } },
    'CITY'
  )
  section = { questionnaire_id: standard, section_id: sections[0]!.section_id }
  const params = { id: standard, sid: section.section_id }
  const { sub_sections } = await done(getSectionQuestions, { params, query: { submission_id } }, 'CITY')
  const codes: Record<string, string> = { Visits: 'visits', Cost: 'cost', 'Cost of a visit': 'each' }
  cells = new Map(
    sub_sections
      .flatMap(({ questions }) => questions)
      .map(({ question_text, question_id, row_id, column_id }) => [
        codes[question_text] ?? '',
        { question_id, row_id, column_id }
      ])
  )

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
    for (const [index, { case_code }] of case_codes.entries()) {
      const { section_ids } = await done(checkCaseCode, { query: { ...where, case_code } }, 'nobody')
      const [section_id = 0] = section_ids
      const params = { id: survey, sid: section_id }
      const query = { submission_id: where.submission_id, case_code }
      const { sub_sections } = await done(getSectionQuestions, { params, query }, 'nobody')
      const { question_id, row_id, column_id, option_list } = sub_sections[0]!.questions[0]!
      const value = option_list[index === 0 ? 1 : 0]!.option_id
      const answers = [{ question_id, row_id, column_id, value, base_version: 0 }]
      const client_change_id = randomUUID()
      const body = {
        ...where,
        section_id,
        case_code,
        client_change_id,
        action: 'complete' as const,
        answers
      }
      expect((await done(saveSection, { body }, 'nobody')).rejected).toEqual([])
    }
  }
})

test('data collection cannot end before it begins; once it has ended, members enter nothing', async () => {
  await club.stopApi()
  club.writeContent({ closes: -55 })
  expect((await club.run('provision', FOLDER, '--apply')).status).not.toBe(0)
  club.writeContent({ closes: -1 })
  expect((await club.run('provision', FOLDER, '--apply')).stderr).toBe('')
  await club.startApi()
  expect((await save('TOYS', { cost: 18_000 })).status).toBe(423)
})

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

  const [query] = queries.filter(one => one.query_text !== '')
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

test('what is asked about is not accepted; once it is resolved it is, and then does not change', async () => {
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
