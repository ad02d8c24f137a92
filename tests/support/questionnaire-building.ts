// An admin who changes a questionnaire while a contributor answers it.

import { expect } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { createQuestionMembership } from '#contract/question-memberships.ts'
import { createSection, createSubSection } from '#contract/questionnaire-builder.ts'
import { getSectionQuestions } from '#contract/questionnaires.ts'
import { createQuestion, updateQuestion } from '#contract/questions.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { cellOf, ownSubmission, projectCoded } from './seeded.ts'
import type { TestServer } from './server.ts'

type QuestionBody = InputOf<typeof createQuestion>['body']

export function questionnaireBuilding(server: TestServer) {
  const admin = () => server.tokenOf('admin')

  async function questionnaire() {
    const submission_id = await ownSubmission(server, 'ward-staffing', '2026', 2)
    const { questionnaire_id } = await cellOf(server, submission_id, 'Vacant WTE')
    return { submission_id, questionnaire_id }
  }

  const add = async (name: string, layout: 'list' | 'grid' = 'list') => {
    const { questionnaire_id } = await questionnaire()
    const section = await server.call(
      createSection,
      { body: { questionnaire_id, section_name: name } },
      await admin()
    )
    const { section_id } = section.body
    const sub = await server.call(
      createSubSection,
      { body: { section_id, sub_section_name: name, layout } },
      await admin()
    )
    return { questionnaire_id, section_id, sub_section_id: sub.body.sub_section_id }
  }

  async function question(
    body: Omit<QuestionBody, 'project_id' | 'question_text'> & { question_text?: string }
  ) {
    const project_id = await projectCoded(server, 'ward-staffing')
    return server.call(
      createQuestion,
      { body: { question_text: 'A question', ...body, project_id } },
      await admin()
    )
  }
  const integer = async (question_text: string) =>
    (await question({ question_text, question_type: 'integer' })).body.question_id
  const put = async (body: InputOf<typeof createQuestionMembership>['body']) =>
    server.call(createQuestionMembership, { body }, await admin())
  const change = async (id: number, body: InputOf<typeof updateQuestion>['body']) =>
    server.call(updateQuestion, { params: { id }, body }, await admin())

  /** The section as a contributor sees it. */
  async function opened(sid: number) {
    const { submission_id, questionnaire_id } = await questionnaire()
    const input = { params: { id: questionnaire_id, sid }, query: { submission_id } }
    return server.call(getSectionQuestions, input, await server.tokenOf('contributor'))
  }

  async function answer(
    section_id: number,
    question_id: number,
    value: number | string,
    place = { row_id: 0, column_id: 0 }
  ) {
    const { submission_id, questionnaire_id } = await questionnaire()
    const answers = [{ question_id, ...place, value, base_version: 0 }]
    const body = {
      questionnaire_id,
      submission_id,
      section_id,
      client_change_id: `answer to ${question_id} in row ${place.row_id}`,
      action: 'save' as const,
      answers
    }
    const reply = await server.call(saveSection, { body }, await server.tokenOf('contributor'))
    expect(reply.body.saved).toHaveLength(1)
  }

  return { admin, questionnaire, add, question, integer, put, change, opened, answer }
}
