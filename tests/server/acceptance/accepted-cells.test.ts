// What settles a cell beyond its own section: the acceptance of a survey, another questionnaire that asks for it, and editions of strict projects.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { revokeAcceptance } from '#contract/acceptances.ts'
import { checkCaseCode, createCaseCodes, deleteCaseCode } from '#contract/case-codes.ts'
import { declareEmptySection, saveSection } from '#contract/section-submissions.ts'
import { nextEdition } from '#server/benchmarks/editions/publish.ts'
import { openStage, type Stage } from '#tests/support/pairs/stage.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()

/** As after a call that has accepted it. */
const accept = ({ submission_id, lead }: Stage, questionnaire_id: number) =>
  server.database
    .insertInto('acceptances')
    .values({
      programme_id: PROGRAMME,
      submission_id,
      questionnaire_id,
      accepted_at: NOON,
      accepted_by_user_id: lead.user_id
    })
    .execute()

const revoke = ({ submission_id, tokens }: Stage, questionnaire_id: number) => {
  const body = { submission_id, questionnaire_id, reason_text: 'Counted again.' }
  return server.call(revokeAcceptance, { body }, tokens.admin)
}

test('in an accepted survey no case is answered, added or withdrawn until the acceptance is revoked', async () => {
  const stage = await openStage(server)
  const { survey, submission_id, case_code, case_code_id, tokens } = stage
  const { questionnaire_id } = survey
  const target = { questionnaire_id, section_id: survey.section_ids[0]!, case_code }
  await stage.saved(target, [[survey.cell('Age'), 70]])
  await accept(stage, questionnaire_id)
  const answer = stage.saving(target, [[survey.cell('Age'), 71]])
  const adding = { body: { questionnaire_id, submission_id, quantity: 1 } }
  const withdrawing = { params: { id: case_code_id }, body: { confirm: true } }
  const statuses = async () => [
    (await server.call(saveSection, answer.input as never)).status,
    (await server.call(createCaseCodes, adding, tokens.lead)).status,
    (await server.call(deleteCaseCode, withdrawing, tokens.lead)).status
  ]
  const query = { questionnaire_id, submission_id, case_code }
  expect(await statuses()).toEqual([423, 423, 423])
  expect((await server.call(checkCaseCode, { query })).body).toMatchObject({ survey_closed_reason: 'closed' })
  expect((await revoke(stage, questionnaire_id)).status).toBe(200)
  expect(await statuses()).toEqual([200, 200, 200])
})

/** A second questionnaire that asks for staff as well, and for something of its own. */
async function askTwice(stage: Stage) {
  const { database } = server
  const programme = { programme_id: PROGRAMME }
  const { questionnaire_id } = await database
    .insertInto('questionnaires')
    .values({
      ...programme,
      project_id: stage.place.project_id,
      questionnaire_name: 'Again',
      questionnaire_type: 'standard'
    })
    .returning('questionnaire_id')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('questionnaire_periods')
    .values({
      ...programme,
      questionnaire_id,
      time_period_id: stage.place.time_period_id,
      opens_at: new Date(0),
      closes_at: new Date('2100-01-01')
    })
    .execute()
  const { section_id } = await database
    .insertInto('sections')
    .values({ ...programme, questionnaire_id, section_name: 'Again' })
    .returning('section_id')
    .executeTakeFirstOrThrow()
  const { sub_section_id } = await database
    .insertInto('sub_sections')
    .values({ ...programme, section_id, sub_section_name: 'Again', layout: 'list' })
    .returning('sub_section_id')
    .executeTakeFirstOrThrow()
  const { question_id } = await database
    .insertInto('questions')
    .values({
      ...programme,
      project_id: stage.place.project_id,
      question_text: 'Own',
      question_type: 'integer'
    })
    .returning('question_id')
    .executeTakeFirstOrThrow()
  const staff = stage.standard.cell('Staff')
  await database
    .insertInto('question_memberships')
    .values([staff.question_id, question_id].map(id => ({ ...programme, sub_section_id, question_id: id })))
    .execute()
  return { questionnaire_id, section_id, staff, own: { question_id, row_id: 0, column_id: 0 } }
}

test('a cell that an accepted questionnaire asks for is refused in another one too; its other cells are saved', async () => {
  const stage = await openStage(server)
  const { standard, submission_id, tokens } = stage
  const staffing = { questionnaire_id: standard.questionnaire_id, section_id: standard.section_ids[1]! }
  await stage.saved(staffing, [[standard.cell('Staff'), 5]], 'complete')
  const { questionnaire_id, section_id, staff, own } = await askTwice(stage)
  await accept(stage, standard.questionnaire_id)
  const answer = { value: 9, is_not_applicable: false, is_not_available: false }
  const body = {
    questionnaire_id,
    section_id,
    submission_id,
    client_change_id: randomUUID(),
    action: 'save' as const,
    answers: [
      { ...staff, ...answer, base_version: 1 },
      { ...own, ...answer, base_version: 0 }
    ]
  }
  const { status, body: reply } = await server.call(saveSection, { body }, tokens.contributor)
  expect(status).toBe(200)
  expect(reply.rejected).toEqual([
    { ...staff, message: 'The programme has accepted this answer with another questionnaire.' }
  ])
  expect(reply.saved).toMatchObject([own])
})

test('a cell of a section with nothing to report is refused in another questionnaire too, until that is undone', async () => {
  const stage = await openStage(server)
  const { standard, submission_id, tokens } = stage
  const staffing = {
    questionnaire_id: standard.questionnaire_id,
    section_id: standard.section_ids[1]!,
    submission_id
  }
  const { questionnaire_id, section_id, staff, own } = await askTwice(stage)
  const declared = { ...staffing, client_change_id: randomUUID(), empty_reason: 'not_recorded' as const }
  expect((await server.call(declareEmptySection, { body: declared }, tokens.lead)).status).toBe(200)
  const answer = { value: 9, is_not_applicable: false, is_not_available: false, base_version: 0 }
  const enter = async () => {
    const body = {
      questionnaire_id,
      section_id,
      submission_id,
      client_change_id: randomUUID(),
      action: 'save' as const,
      answers: [
        { ...staff, ...answer },
        { ...own, ...answer }
      ]
    }
    return (await server.call(saveSection, { body }, tokens.contributor)).body
  }
  expect(await enter()).toMatchObject({
    saved: [own],
    rejected: [
      {
        ...staff,
        message: 'Another section with this question is marked “Nothing to report”. Undo that first.'
      }
    ]
  })
  const reopened = { ...staffing, client_change_id: randomUUID(), action: 'reopen' as const, answers: [] }
  await server.call(saveSection, { body: reopened }, tokens.lead)
  expect((await enter()).saved).toMatchObject([staff, own])
  // And what is entered there stands in the way of a declaration here.
  const again = { ...declared, client_change_id: randomUUID() }
  expect((await server.call(declareEmptySection, { body: again }, tokens.lead)).status).toBe(423)
})

test('in a strict project, an edition that requires acceptance holds accepted figures only, and all of them', async () => {
  const scope = {
    programmeId: 1,
    projectId: await projectCoded(server, 'ward-quality'),
    timePeriodId: await periodNamed(server, '2025')
  }
  const setRequired = (requires_acceptance: boolean) =>
    server.database
      .updateTable('projects')
      .set({ requires_acceptance })
      .where('programme_id', '=', 1)
      .where('project_id', '=', scope.projectId)
      .execute()
  const readFigures = async () => {
    const { snapshot } = await nextEdition(server.database, scope, NOON)
    return snapshot.cells.flatMap(({ question_id, row_id, column_id, tally, submission_ids, numbers }) =>
      submission_ids.map((id, index) => ({
        question_id,
        submission_id: id,
        text: [question_id, row_id, column_id, tally, id, numbers[index]].join(' ')
      }))
    )
  }
  const questions = await server.database
    .selectFrom('question_memberships as m')
    .innerJoin('sub_sections as t', join =>
      join.onRef('t.programme_id', '=', 'm.programme_id').onRef('t.sub_section_id', '=', 'm.sub_section_id')
    )
    .innerJoin('sections as c', join =>
      join.onRef('c.programme_id', '=', 't.programme_id').onRef('c.section_id', '=', 't.section_id')
    )
    .select(['m.question_id', 'c.questionnaire_id'])
    .where('m.programme_id', '=', 1)
    .where('t.programme_id', '=', 1)
    .where('c.programme_id', '=', 1)
    .execute()
  const questionnaireOf = new Map(questions.map(row => [row.question_id, row.questionnaire_id]))
  const all = await readFigures()
  const pairs = [
    ...new Set(all.map(one => `${one.submission_id} ${questionnaireOf.get(one.question_id)}`))
  ].toSorted()
  // Every third questionnaire of a submission stays without acceptance.
  const accepted = new Set(pairs.filter((_, index) => index % 3 > 0))
  const { user_id } = await server.database
    .selectFrom('users')
    .select('user_id')
    .where('programme_id', '=', 1)
    .where('email_address', '=', 'admin@wards.example')
    .executeTakeFirstOrThrow()
  await server.database
    .insertInto('acceptances')
    .values(
      [...accepted].map(pair => {
        const [submission_id = 0, questionnaire_id = 0] = pair.split(' ').map(Number)
        const by = { accepted_at: NOON, accepted_by_user_id: user_id }
        return { programme_id: 1, submission_id, questionnaire_id, ...by }
      })
    )
    .execute()
  await setRequired(true)
  const isAccepted = ({ submission_id, question_id }: (typeof all)[0]) =>
    accepted.has(`${submission_id} ${questionnaireOf.get(question_id)}`)
  const expected = all.filter(isAccepted).map(({ text }) => text)
  expect(expected.length).toBeGreaterThan(0)
  expect(expected.length).toBeLessThan(all.length)
  expect((await readFigures()).map(({ text }) => text).toSorted()).toEqual(expected.toSorted())
  await setRequired(false)
})
