// Provisioning a programme that is in use.

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { provision } from '#operations/provision/apply.ts'
import { exportedFiles } from '#operations/provision/export.ts'
import { inviteAdmin, readAdmin } from '#operations/provision/first-admin.ts'
import { findOneTimeCode } from '#server/auth/one-time-codes.ts'
import {
  editCharts,
  editProgramme,
  editProject,
  editQuestionnaire
} from '#tests/support/provisioned-folder.ts'
import { openWorkshop, type Workshop } from '#tests/support/provisioning.ts'
import { NOON, sites, wards } from '#tests/support/seeded-database.ts'

const QUESTIONS = 'skill-mix-and-absence'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

/** All entries of the programme, and all rows of the other one. */
async function untouched(): Promise<unknown> {
  const answers = await workshop.database
    .selectFrom('answers')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('number_value').as('sum')])
    .where('programme_id', '=', wards.programmeId)
    .executeTakeFirst()
  return { answers, other: await exportedFiles(workshop.database, sites) }
}

test('an unchanged programme needs no changes', async () =>
  expect(await workshop.run(await workshop.exported())).toEqual(['Nothing to do.']))

test('a plan writes nothing; applying writes once and leaves answers and other programmes unchanged', async () => {
  const before = await untouched()
  const files = await workshop.exported()
  editProgramme(files, file => {
    file.time_periods.push({ time_period_name: '2027', starts_at: '2027-01-01', ends_at: '2028-01-01' })
  })
  editProject(files, 'ward-staffing', file => {
    file.abouts.reverse()
    file.visibility = 'anonymous'
  })
  editQuestionnaire(files, QUESTIONS, file => {
    const index = file.questions.findIndex(
      question => question.question_text === 'Opened or last refurbished'
    )
    const [gone] = file.questions.splice(index, 1)
    for (const part of file.sections.flatMap(section => section.sub_sections))
      part.cells = part.cells.filter(cell => cell.question !== gone?.question_code)
  })
  const unasked = await workshop.run(files)
  expect(unasked.join('\n')).toMatch(
    /refused question "opened" of ward-staffing: it is in use; put it back, or write "was": "opened" beside its new name, or add --retire to retire it \[\d+ answers/
  )
  expect(unasked.at(-1)).toMatch(/Nothing was written/)
  const plan = await workshop.run(files, false, true)
  expect(plan).toContainEqual(expect.stringMatching(/^programme\.json:\d+ new period "2027" \[no answers\]$/))
  expect(plan).toContainEqual(
    expect.stringMatching(
      /^projects\/ward-staffing\/project\.json:1 changed project "ward-staffing": visibility \[[\d,]+ answers, \d+ submissions, \d+ people\]$/
    )
  )
  expect(plan).toContainEqual(
    expect.stringMatching(
      /project\.json:\d+ changed about text "What it is" of ward-staffing: order \[no answers\]$/
    )
  )
  expect(plan).toContainEqual(
    expect.stringMatching(
      /^projects\/ward-staffing\/project\.json:1 retired question "opened" of ward-staffing \[\d+ answers, \d+ submissions, \d+ people\]$/
    )
  )
  expect(plan.at(-1)).toMatch(/^1 new, \d+ changed, 1 retired\. Nothing was written; --apply writes it\.$/)
  expect(await workshop.run(files, false, true)).toEqual(plan)

  expect((await workshop.run(files, true, true)).at(-1)).toMatch(
    /^1 new, \d+ changed, 1 retired\. Everything was written\.$/
  )
  expect(await workshop.run(files)).toEqual(['Nothing to do.'])
  expect(await untouched()).toEqual(before)
})

test('an item that returns to the files is in use again, with its answers', async () => {
  const files = await workshop.exported()
  const lines = String(files.get('organisations.csv')).trimEnd().split('\r\n')
  files.set('organisations.csv', lines.slice(0, -1).join('\r\n'))
  expect((await workshop.run(files, true, true)).at(-1)).toBe('1 retired. Everything was written.')
  expect(await workshop.run(await workshop.exported())).toEqual(['Nothing to do.'])
  files.set('organisations.csv', lines.join('\r\n'))
  expect(await workshop.run(files)).toEqual([
    expect.stringMatching(/^organisations\.csv:9 changed organisation ".+": in use again \[.+\]$/),
    '1 changed. Everything was written.'
  ])
})

test('a question created on screen is never matched with one of a file; an export gives it a permanent code', async () => {
  const made = await workshop.database
    .selectFrom('questions as q')
    .innerJoin('projects as p', 'p.project_id', 'q.project_id')
    .select(['q.question_id', 'q.question_code', 'q.is_active'])
    .where('q.programme_id', '=', wards.programmeId)
    .where('p.project_code', '=', 'ward-quality')
    .orderBy('q.question_id', 'desc')
    .executeTakeFirstOrThrow()
  const files = await workshop.exported()
  const ofQuestion = () =>
    workshop.database
      .selectFrom('questions')
      .select(['question_code', 'is_active'])
      .where('programme_id', '=', wards.programmeId)
      .where('question_id', '=', made.question_id)
      .executeTakeFirst()
  await workshop.database
    .updateTable('questions')
    .set({ question_code: null })
    .where('programme_id', '=', wards.programmeId)
    .where('question_id', '=', made.question_id)
    .execute()
  const plan = await workshop.run(files, false)
  expect(plan).toContainEqual(
    expect.stringMatching(new RegExp(`new question "${made.question_code}" of ward-quality`))
  )
  expect(plan).toContainEqual(expect.stringContaining(`"(question ${made.question_id})" of ward-quality`))
  expect(await workshop.run(await workshop.exported())).toEqual(['Nothing to do.'])
  expect(await ofQuestion()).toEqual({ question_code: `Q${made.question_id}`, is_active: true })
})

test('rows that only retired items refer to are removed, and the retired items stay', async () => {
  const files = await workshop.exported()
  editProgramme(files, file => {
    file.time_periods.push({ time_period_name: '2040', starts_at: '2040-01-01', ends_at: '2041-01-01' })
  })
  editQuestionnaire(files, 'patient-experience-survey', file => file.periods.push({ time_period: '2040' }))
  editCharts(files, 'ward-staffing', file => {
    const [group] = file.collections[0]?.groups ?? []
    file.collections[0]?.groups.push({
      group_slug: 'spare',
      group_name: 'Spare',
      charts: group?.charts.slice(0, 1) ?? []
    })
  })
  expect((await workshop.run(files)).at(-1)).toMatch(/ new\. Everything was written\.$/)

  const fewer = await workshop.exported()
  editProject(fewer, 'ward-staffing', file => file.questionnaires.pop())
  fewer.delete('projects/ward-staffing/questionnaires/patient-experience-survey.json')
  editProgramme(fewer, file => file.time_periods.pop())
  editCharts(fewer, 'ward-staffing', file => {
    // With the survey goes the chart of what its respondents answered.
    const isGone = ({ group_slug }: { group_slug: string }): boolean =>
      group_slug === 'spare' || group_slug === 'experience'
    const groups = file.collections.flatMap(collection => collection.groups)
    const gone = new Set(groups.filter(isGone).flatMap(({ charts }) => charts))
    file.charts = file.charts.filter(({ chart_name }) => !gone.has(chart_name))
    for (const group of groups) group.charts = group.charts.filter(name => !gone.has(name))
    for (const collection of file.collections)
      collection.groups = collection.groups.filter(group => !isGone(group))
  })
  const lines = await workshop.run(fewer, true, true)
  expect(lines.join('\n')).toMatch(
    /retired questionnaire "Patient experience survey" of ward-staffing \[.+\]$/m
  )
  expect(lines.join('\n')).toMatch(/removed period "2040" \[.+\]$/m)
  expect(lines.join('\n')).toMatch(
    /removed chart group "spare" of ward-staffing › results\/Staffing \[.+\]$/m
  )
  expect(lines.at(-1)).toMatch(/Everything was written\.$/)
  expect(await workshop.run(await workshop.exported())).toEqual(['Nothing to do.'])
  // And restored, with everything that belonged to it.
  const answered = await workshop.run(files)
  expect(answered.join('\n')).toMatch(
    /changed questionnaire "Patient experience survey" of ward-staffing: in use again \[.+\]$/m
  )
  expect(await workshop.run(files)).toEqual(['Nothing to do.'])
})

test('of two concurrent runs one writes and the other finds nothing to do', async () => {
  const files = await workshop.exported()
  editProgramme(files, file => {
    file.time_periods.push({ time_period_name: '2031', starts_at: '2031-01-01', ends_at: '2032-01-01' })
  })
  const desired = workshop.read(files)
  const { programmeId, timeZone } = wards
  const target = { programmeId, timeZone, now: NOON, isApplied: true }
  const runs = await Promise.all([1, 2].map(() => provision(workshop.database, desired, target)))
  expect(runs.map(entries => entries.length).toSorted((a, b) => a - b)).toEqual([0, 1])
})

test('an admin is invited by email or by a link; a newer link replaces an older one', async () => {
  const admin = readAdmin('Anna Maria Berg <Anna@Wards.example>')
  expect(admin).toMatchObject({
    ok: true,
    value: { emailAddress: 'anna@wards.example', firstName: 'Anna', lastName: 'Maria Berg' }
  })
  if (!admin.ok) return
  const links: string[] = []
  for (let time = 0; time < 2; time++) {
    const invitation = await inviteAdmin(workshop.database, wards, admin.value, {
      now: NOON,
      isMailed: false
    })
    links.push(invitation.outcome === 'link' ? invitation.link : '')
  }
  const states = await Promise.all(
    links.map(async link => {
      expect(link).toMatch(/^https:\/\/wards\.example\/forgot-password\?invited=yes&code=/)
      return findOneTimeCode(workshop.database, new URL(link).searchParams.get('code') ?? '', ['invite'])
    })
  )
  expect(states).toMatchObject([{ used_at: NOON }, { used_at: null, status: 'invited' }])
  const invited = await workshop.database
    .selectFrom('users')
    .select('role_type_id')
    .where('programme_id', '=', wards.programmeId)
    .where('email_address', '=', 'anna@wards.example')
    .execute()
  expect(invited).toEqual([{ role_type_id: 1 }])
  expect(await inviteAdmin(workshop.database, wards, admin.value, { now: NOON, isMailed: true })).toEqual({
    outcome: 'invited by email'
  })
  const mail = await workshop.database
    .selectFrom('mails')
    .select('body_text')
    .where('programme_id', '=', wards.programmeId)
    .where('recipient', '=', 'anna@wards.example')
    .executeTakeFirst()
  expect(mail?.body_text).toContain('https://wards.example/forgot-password?invited=yes&code=')
  const known = readAdmin('lead@wards.example')
  expect(
    known.ok && (await inviteAdmin(workshop.database, wards, known.value, { now: NOON, isMailed: false }))
  ).toEqual({ outcome: 'has an account', role: 'Organisation lead', status: 'active' })
  expect(readAdmin('not an address')).toMatchObject({ ok: false })
})

test('renaming an organisation invalidates the cached charts of every project', async () => {
  const versions = async () => {
    const { rows } = await sql<{ version: number }>`
      select coalesce(sum(v.version), 0)::double precision as version
      from projects p left join data_versions v on v.programme_id = p.programme_id and v.project_id = p.project_id
      where p.programme_id = ${wards.programmeId} group by p.project_id order by p.project_id`.execute(
      workshop.database
    )
    return rows.map(({ version }) => version)
  }
  const before = await versions()
  const files = await workshop.exported()
  const renamed = String(files.get('organisations.csv')).replace('Northfield General', 'Northfield Royal')
  await workshop.run(files.set('organisations.csv', renamed))
  expect(before.length).toBeGreaterThan(1)
  expect(await versions()).toEqual(before.map(version => version + 1))
})
