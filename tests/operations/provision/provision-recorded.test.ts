// What the audit log records of changes that files make, as of those of admins.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { inProgramme } from '#server/database/tenant.ts'
import { editProject, editQuestionnaire, type Files } from '#tests/support/provisioned-folder.ts'
import { openWorkshop, type Workshop } from '#tests/support/provisioning.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const entries = () =>
  workshop.database
    .selectFrom('audit_events as e')
    .leftJoin('projects as p', join => inProgramme(join, 'p', 'e', 'project_id'))
    .leftJoin('questionnaires as q', join => inProgramme(join, 'q', 'e', 'questionnaire_id'))
    .leftJoin('time_periods as t', join => inProgramme(join, 't', 'e', 'time_period_id'))
    .select(['e.event_kind', 'e.acted_by', 'p.project_code', 'q.questionnaire_name', 't.time_period_name'])
    .select(['e.value_before', 'e.value_after', 'e.actor_user_id'])
    .where('e.programme_id', '=', 1)
    .orderBy('e.audit_event_id')
    .execute()

/** What provisioning the edited files adds to the log. */
async function recorded(edit: (files: Files) => void, { isApplied = true } = {}) {
  const before = await entries()
  const files = await workshop.exported()
  edit(files)
  const lines = await workshop.run(files, isApplied)
  return { lines, added: (await entries()).slice(before.length) }
}

const PROJECT = 'ward-staffing'
const QUESTIONNAIRE = 'skill-mix-and-absence'

const of2026 = <P extends { time_period: string }>(periods: readonly P[]): P =>
  periods.find(({ time_period }) => time_period === '2026')!

test('dates and a lock of a questionnaire, as when an admin changes them', async () => {
  const { added } = await recorded(files =>
    editQuestionnaire(files, QUESTIONNAIRE, ({ periods }) => {
      Object.assign(of2026(periods), { closes_at: '2027-03-31', is_locked: true })
    })
  )
  expect(added).toEqual([
    {
      event_kind: 'dates_changed',
      acted_by: 'provisioning',
      actor_user_id: null,
      project_code: PROJECT,
      questionnaire_name: expect.any(String),
      time_period_name: '2026',
      value_before: 'dates of the project',
      value_after: 'until 2027-03-31T23:00:00.000Z, locked'
    }
  ])
})

test('dates of a project, which open every questionnaire without dates of its own', async () => {
  const { added } = await recorded(files =>
    editProject(files, PROJECT, ({ periods }) => {
      of2026(periods).collection_closes_at = '2027-06-30'
    })
  )
  expect(added).toMatchObject([
    { event_kind: 'dates_changed', project_code: PROJECT, questionnaire_name: null, time_period_name: '2026' }
  ])
  const [entry] = added
  expect(entry?.value_after).toContain('until 2027-06-30T23:00:00.000Z')
  expect(entry?.value_before).not.toContain('2027-06-30')
})

test('what members see of each other', async () => {
  const { added } = await recorded(files =>
    editProject(files, PROJECT, project => {
      project.minimum_count += 1
    })
  )
  expect(added).toMatchObject([
    { event_kind: 'visibility_changed', acted_by: 'provisioning', project_code: PROJECT }
  ])
  expect(added[0]?.value_after).not.toBe(added[0]?.value_before)
})

test('nothing of a plan, of a refusal, or of files that change something else', async () => {
  const lock = (files: Files) =>
    editQuestionnaire(files, QUESTIONNAIRE, ({ periods }) => {
      of2026(periods).is_locked = false
    })
  expect((await recorded(lock, { isApplied: false })).added).toEqual([])
  const loosened = await recorded(files => {
    lock(files)
    editProject(files, PROJECT, project => {
      project.minimum_count = 1
    })
  })
  expect([loosened.lines.join('\n'), loosened.added]).toEqual([expect.stringContaining('refused'), []])
  const renamed = await recorded(files =>
    editProject(files, PROJECT, ({ abouts }) => {
      abouts[0]!.heading = 'New heading'
    })
  )
  expect(renamed.added).toEqual([])
})
