// After the end of a project in a period (`closed_at`) it is read-only, whatever its other dates say, except where an admin opens it again.

import { beforeAll, expect, test } from 'vitest'
import { checkCaseCode } from '#contract/case-codes.ts'
import { openCorrectionWindows } from '#contract/correction-windows.ts'
import { endpoints } from '#contract/endpoints.ts'
import { getProject } from '#contract/projects.ts'
import { listSections } from '#contract/questionnaires.ts'
import { updateRegistration } from '#contract/registrations.ts'
import { getRegistrationTimePeriod } from '#contract/time-periods.ts'
import { openStage, selection, type Stage } from '#tests/support/pairs/stage.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
let stage: Stage

beforeAll(async () => {
  stage = await openStage(server)
  await server.database
    .updateTable('project_periods')
    .set({ closed_at: NOON })
    .where(eb => eb.and({ programme_id: PROGRAMME, project_id: stage.place.project_id }))
    .execute()
})

const save = async () => {
  const { questionnaire_id, section_ids, cell } = stage.standard
  const target = { questionnaire_id, section_id: section_ids[0]! }
  const { name, input, token } = stage.saving(target, [[cell('Beds'), 9]])
  return server.call(endpoints[name], input as never, token)
}

test('no answers are taken', async () => {
  expect(await save()).toMatchObject({
    status: 423,
    body: { detail: expect.stringMatching(/^Data collection closed on /) }
  })
  const { questionnaire_id: id } = stage.standard
  const query = { submission_id: stage.submission_id }
  const { body } = await server.call(listSections, { params: { id }, query }, stage.tokens.lead)
  expect(body.sections[0]).toMatchObject({ lock_reason: 'closed', closes_at: NOON.toISOString() })
})

test('its surveys are closed', async () => {
  const { case_code, submission_id, survey } = stage
  const query = { case_code, submission_id, questionnaire_id: survey.questionnaire_id }
  expect((await server.call(checkCaseCode, { query })).body.survey_closed_reason).toBe('closed')
})

test('nobody registers or changes a registration, and the pages are told so', async () => {
  const input = { params: { id: stage.registration_id }, body: { terms_accepted: true } }
  expect(await server.call(updateRegistration, input, stage.tokens.lead)).toMatchObject({
    status: 423,
    body: { detail: expect.stringMatching(/^Registration closed on /) }
  })
  expect((await server.call(updateRegistration, input, stage.tokens.admin)).status).toBe(200)
  const { project_id: id, time_period_id } = selection(stage)
  const project = await server.call(
    getProject,
    { params: { id }, query: { time_period_id } },
    stage.tokens.lead
  )
  expect(project.body.registration_closes_at).toBe(NOON.toISOString())
  const period = await server.call(getRegistrationTimePeriod, { params: { id } }, stage.tokens.lead)
  expect(period.body.is_open).toBe(false)
})

test('a correction window opens it again', async () => {
  const body = {
    ...selection(stage),
    submission_ids: [stage.submission_id],
    questionnaire_id: stage.standard.questionnaire_id,
    section_id: null,
    window_kind: 'change' as const,
    open_until: new Date(NOON.getTime() + 60_000).toISOString(),
    reason_text: 'Counted twice.'
  }
  expect((await server.call(openCorrectionWindows, { body }, stage.tokens.admin)).body.opened_count).toBe(1)
  expect((await save()).status).toBe(200)
})
