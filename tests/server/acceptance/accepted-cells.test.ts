// What acceptance settles beyond a section: surveys, cells that another questionnaire asks for, and editions of strict projects.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { revokeAcceptance } from '#contract/acceptances.ts'
import { checkCaseCode, createCaseCodes, deleteCaseCode } from '#contract/case-codes.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { nextEdition } from '#server/benchmarks/editions/publish.ts'
import { askTwice } from '#tests/support/ask-twice.ts'
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
