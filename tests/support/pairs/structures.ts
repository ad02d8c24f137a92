// The questionnaire and the survey of a stage, and the places of their questions.

import type { CellAddress } from '#domain/answers/cell-address.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { Draft } from '#tests/support/structure-building.ts'

const list = (question: number, is_required: boolean) => ({ question, row: 0, column: 0, is_required })

/** Beds and beds in use are in a grid, free beds are calculated, and two questions can be removed without breaking a formula. */
export const standard: Draft = {
  questions: [
    { number: 1, question_text: 'Beds', question_type: 'integer' },
    { number: 2, question_text: 'Beds in use', question_type: 'integer' },
    { number: 3, question_text: 'Free beds', question_type: 'calculated', expression: 'q1 - q2' },
    { number: 4, question_text: 'Rooms', question_type: 'integer' },
    { number: 5, question_text: 'Staff', question_type: 'integer' },
    { number: 6, question_text: 'Trolleys', question_type: 'integer' }
  ],
  sections: [
    {
      section_name: 'Beds',
      sub_sections: [
        {
          sub_section_name: 'Count',
          layout: 'grid',
          rows: [
            { number: 1, row_name: 'Open' },
            { number: 2, row_name: 'Spare' }
          ],
          columns: [
            { number: 1, column_name: 'Beds' },
            { number: 2, column_name: 'In use' }
          ],
          cells: [
            { question: 1, row: 1, column: 1, is_required: true },
            { question: 2, row: 1, column: 2, is_required: true },
            { question: 6, row: 2, column: 1, is_required: false }
          ]
        },
        { sub_section_name: 'More', rows: [], columns: [], cells: [list(3, false), list(4, false)] }
      ]
    },
    {
      section_name: 'Staff',
      sub_sections: [{ sub_section_name: 'Staff', rows: [], columns: [], cells: [list(5, true)] }]
    }
  ]
}

export const survey: Draft = {
  questions: [
    { number: 1, question_text: 'Age', question_type: 'integer' },
    { number: 2, question_text: 'Nights', question_type: 'integer' }
  ],
  sections: [1, 2].map(question => ({
    section_name: `Part ${question}`,
    sub_sections: [{ sub_section_name: 'Part', rows: [], columns: [], cells: [list(question, true)] }]
  }))
}

export interface Placed extends CellAddress {
  membership_id: number
  sub_section_id: number
  section_id: number
}

export interface Places {
  questionnaire_id: number
  section_ids: readonly number[]
  /** By the text of the question. */
  at: (question: string) => Placed
  /** The place in the form of an answer's address. */
  cell: (question: string) => CellAddress
}

export async function places(
  database: Database,
  programmeId: number,
  questionnaire_id: number
): Promise<Places> {
  const rows = await database
    .selectFrom('question_memberships as m')
    .innerJoin('sub_sections as t', join => inProgramme(join, 't', 'm', 'sub_section_id'))
    .innerJoin('sections as c', join => inProgramme(join, 'c', 't', 'section_id'))
    .innerJoin('questions as q', join => inProgramme(join, 'q', 'm', 'question_id'))
    .select(['q.question_text', 'm.question_id', 'm.row_id', 'm.column_id', 'm.membership_id'])
    .select(['m.sub_section_id', 't.section_id'])
    .where('m.programme_id', '=', programmeId)
    .where('c.questionnaire_id', '=', questionnaire_id)
    .orderBy('c.display_order')
    .orderBy('m.membership_id')
    .execute()
  const byText = new Map(rows.map(({ question_text, ...placed }) => [question_text, placed]))
  const at = (question: string): Placed => byText.get(question)!
  return {
    questionnaire_id,
    section_ids: [...new Set(rows.map(row => row.section_id))],
    at,
    cell(question) {
      const { question_id, row_id, column_id } = at(question)
      return { question_id, row_id, column_id }
    }
  }
}
