// Questionnaires that are read and made as a whole.

import type { InputOf } from '#contract/endpoint.ts'
import { createStructure, getStructure, listStructures } from '#contract/questionnaire-structures.ts'
import { questionnaireBuilding } from './questionnaire-building.ts'
import { projectCoded } from './seeded.ts'
import type { TestServer } from './server.ts'

export type Draft = NonNullable<InputOf<typeof createStructure>['body']['structure']>

export const draft: Draft = {
  questions: [
    { number: 1, question_text: 'Beds', question_type: 'integer', min_value: 0 },
    { number: 2, question_text: 'Beds in use', question_type: 'integer' },
    { number: 3, question_text: 'Free beds', question_type: 'calculated', expression: 'q1_r1_c1 - q2' },
    {
      number: 4,
      question_text: 'Why are beds closed?',
      question_type: 'single_choice',
      option_names: ['Staff', 'Works'],
      visible_if: 'q3 > 0'
    }
  ],
  sections: [
    {
      section_name: 'Beds',
      guidance_html: '<p>At midnight.</p>',
      sub_sections: [
        {
          sub_section_name: 'Count',
          layout: 'grid',
          rows: [{ number: 1, row_name: 'Open' }],
          columns: [
            { number: 1, column_name: 'Beds' },
            { number: 2, column_name: 'In use' }
          ],
          cells: [
            { question: 1, row: 1, column: 1, is_required: true },
            { question: 2, row: 1, column: 2, is_required: false }
          ]
        },
        {
          sub_section_name: 'More',
          rows: [],
          columns: [],
          cells: [
            { question: 3, row: 0, column: 0, is_required: false },
            { question: 4, row: 0, column: 0, is_required: true }
          ]
        }
      ]
    }
  ]
}

export function structureBuilding(server: TestServer) {
  const { admin, questionnaire } = questionnaireBuilding(server)
  const read = async (id: number) => server.call(getStructure, { params: { id } }, await admin())
  const listed = async () =>
    server.call(
      listStructures,
      { query: { project_id: await projectCoded(server, 'ward-staffing') } },
      await admin()
    )

  async function make(questionnaire_name: string, structure?: Draft) {
    const project_id = await projectCoded(server, 'ward-staffing')
    const { questionnaire_id } = await questionnaire()
    const { periods } = (await read(questionnaire_id)).body.questionnaire
    const time_period_id = periods.at(-1)!.time_period_id
    const body = { project_id, time_period_id, questionnaire_name, ...(structure && { structure }) }
    const reply = await server.call(createStructure, { body }, await admin())
    return { reply, project_id, time_period_id }
  }
  return { read, listed, make }
}
