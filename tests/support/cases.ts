// A case of the demo programme's survey, with its code.

import { expect } from 'vitest'
import { createCaseCodes } from '#contract/case-codes.ts'
import { getSectionQuestions, listQuestionnaires, listSections } from '#contract/questionnaires.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { ownSubmission, periodNamed, projectCoded } from './seeded.ts'
import type { TestServer } from './server.ts'

interface Case {
  ids: string
  code: string
  id: number
  token: string
  place: { questionnaire_id: number; submission_id: number }
}

/** A fresh case of the demo programme's survey. */
export async function makeCase(server: TestServer): Promise<Case> {
  const token = await server.tokenOf('contributor')
  const query = {
    project_id: await projectCoded(server, 'ward-staffing'),
    time_period_id: await periodNamed(server, '2026')
  }
  const { body } = await server.call(listQuestionnaires, { query }, token)
  const questionnaire_id = body.questionnaires.find(
    one => one.questionnaire_type === 'case'
  )!.questionnaire_id
  const place = { questionnaire_id, submission_id: await ownSubmission(server, 'ward-staffing', '2026') }
  const made = await server.call(createCaseCodes, { body: { ...place, quantity: 1 } }, token)
  const { case_code, case_code_id } = made.body.case_codes[0]!
  return {
    ids: `${questionnaire_id}-${place.submission_id}`,
    code: case_code,
    id: case_code_id,
    token,
    place
  }
}

/** Answers the first choice of a survey. */
export async function answerCase(
  server: TestServer,
  { code, place }: Pick<Case, 'code' | 'place'>,
  comment_text: string | null = null
) {
  const query = { submission_id: place.submission_id, case_code: code }
  const { body } = await server.call(listSections, { params: { id: place.questionnaire_id }, query })
  const section = body.sections[0]!
  const { body: content } = await server.call(getSectionQuestions, {
    params: { id: place.questionnaire_id, sid: section.section_id },
    query
  })
  const choice = content.sub_sections
    .flatMap(({ questions }) => questions)
    .find(({ question_type }) => question_type === 'yes_no' || question_type === 'scale')!
  const { question_id, row_id, column_id, question_type } = choice
  const saved = await server.call(saveSection, {
    body: {
      ...place,
      section_id: section.section_id,
      case_code: code,
      client_change_id: `answer-${code}`,
      action: 'save',
      answers: [
        {
          question_id,
          row_id,
          column_id,
          value: question_type === 'scale' ? 2 : 'yes',
          is_not_applicable: false,
          is_not_available: false,
          base_version: 0,
          comment_text
        }
      ]
    }
  })
  expect(saved.body.saved).toHaveLength(1)
}
