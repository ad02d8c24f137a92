// A questionnaire that several admins build at the same time: each order is assigned once, a cell holds one question, no change is lost.

import { expect } from 'vitest'
import { createQuestionMembership } from '#contract/question-memberships.ts'
import {
  createSubSectionColumn,
  createSubSectionRow,
  updateSection,
  updateSubSection,
  updateSubSectionColumn,
  updateSubSectionRow
} from '#contract/questionnaire-builder.ts'
import { listQuestions, updateQuestion } from '#contract/questions.ts'
import {
  AT_ONCE,
  byTurns,
  callOf,
  fresh,
  times,
  type AnyReply,
  type Scenario,
  type WritingName
} from './race.ts'

const orders = async (replies: AnyReply[]): Promise<void> => {
  expect(new Set(replies.map(reply => reply.body['display_order'])).size).toBe(replies.length)
}

export const questionnaireRaces = {
  createSection: async ({ building }) => {
    const { questionnaire_id } = await building.questionnaire()
    const token = await building.admin()
    const create = (section_name: string) =>
      callOf('createSection', { body: { questionnaire_id, section_name } }, token)
    return { calls: times(AT_ONCE, () => create(fresh('Section'))), winners: AT_ONCE, after: orders }
  },
  updateSection: async ({ server, building }) => {
    const { section_id } = await building.add(fresh('Section'))
    const token = await building.admin()
    const change = (body: object) => callOf('updateSection', { params: { id: section_id }, body }, token)
    return {
      calls: byTurns(change({ section_name: 'Renamed' }), change({ guidance_html: '<p>Explained</p>' })),
      winners: AT_ONCE,
      async after() {
        const { body } = await server.call(updateSection, { params: { id: section_id }, body: {} }, token)
        expect(body).toMatchObject({ section_name: 'Renamed', guidance_html: '<p>Explained</p>' })
      }
    }
  },
  createSubSection: async ({ building }) => {
    const { section_id } = await building.add(fresh('Section'))
    const token = await building.admin()
    const body = { section_id, sub_section_name: 'Part', layout: 'list' as const }
    return {
      calls: times(AT_ONCE, () => callOf('createSubSection', { body }, token)),
      winners: AT_ONCE,
      after: orders
    }
  },
  updateSubSection: async ({ server, building }) => {
    const { sub_section_id } = await building.add(fresh('Section'))
    const question_id = await building.integer(fresh('Question'))
    const token = await building.admin()
    return {
      // Either the list becomes a grid, or the question is added to the list.
      calls: byTurns(
        callOf('updateSubSection', { params: { id: sub_section_id }, body: { layout: 'grid' } }, token),
        callOf('createQuestionMembership', { body: { sub_section_id, question_id } }, token)
      ),
      winners: AT_ONCE / 2,
      async after() {
        const placed = await server.database
          .selectFrom('question_memberships')
          .select('membership_id')
          .where('programme_id', '=', 1)
          .where('sub_section_id', '=', sub_section_id)
          .execute()
        const { body } = await server.call(
          updateSubSection,
          { params: { id: sub_section_id }, body: {} },
          token
        )
        expect([body.layout, placed.length]).toEqual(body.layout === 'grid' ? ['grid', 0] : ['list', 1])
      }
    }
  },
  createSubSectionRow: async ({ building }) => {
    const { sub_section_id } = await building.add(fresh('Section'), 'grid')
    const token = await building.admin()
    const body = { sub_section_id, row_name: 'Row' }
    return {
      calls: times(AT_ONCE, () => callOf('createSubSectionRow', { body }, token)),
      winners: AT_ONCE,
      after: orders
    }
  },
  updateSubSectionRow: async ({ server, building }) => {
    const { sub_section_id } = await building.add(fresh('Section'), 'grid')
    const token = await building.admin()
    const params = {
      id: (await server.call(createSubSectionRow, { body: { sub_section_id, row_name: 'Row' } }, token)).body
        .row_id
    }
    const change = (body: object) => callOf('updateSubSectionRow', { params, body }, token)
    return {
      calls: byTurns(change({ row_name: 'Renamed' }), change({ is_active: false })),
      winners: AT_ONCE,
      async after() {
        const { body } = await server.call(updateSubSectionRow, { params, body: {} }, token)
        expect(body).toMatchObject({ row_name: 'Renamed', is_active: false })
      }
    }
  },
  createSubSectionColumn: async ({ building }) => {
    const { sub_section_id } = await building.add(fresh('Section'), 'grid')
    const token = await building.admin()
    const body = { sub_section_id, column_name: 'Column' }
    return {
      calls: times(AT_ONCE, () => callOf('createSubSectionColumn', { body }, token)),
      winners: AT_ONCE,
      after: orders
    }
  },
  updateSubSectionColumn: async ({ server, building }) => {
    const { sub_section_id } = await building.add(fresh('Section'), 'grid')
    const token = await building.admin()
    const made = await server.call(
      createSubSectionColumn,
      { body: { sub_section_id, column_name: 'Column' } },
      token
    )
    const params = { id: made.body.column_id }
    const change = (body: object) => callOf('updateSubSectionColumn', { params, body }, token)
    return {
      calls: byTurns(change({ column_name: 'Renamed' }), change({ is_active: false })),
      winners: AT_ONCE,
      async after() {
        const { body } = await server.call(updateSubSectionColumn, { params, body: {} }, token)
        expect(body).toMatchObject({ column_name: 'Renamed', is_active: false })
      }
    }
  },
  createQuestion: async ({ server, building }) => {
    const { project_id } = (await building.question({ question_type: 'integer' })).body
    const token = await building.admin()
    const text = fresh('Raced question')
    const body = {
      project_id,
      question_text: text,
      question_type: 'single_choice' as const,
      option_names: ['One', 'Two']
    }
    return {
      calls: times(AT_ONCE, () => callOf('createQuestion', { body }, token)),
      winners: AT_ONCE,
      async after() {
        const { questions } = (
          await server.call(listQuestions, { query: { project_id, search: text } }, token)
        ).body
        expect(questions.map(question => question.option_list.length)).toEqual(times(AT_ONCE, () => 2))
      }
    }
  },
  updateQuestion: async ({ server, building }) => {
    const { sub_section_id } = await building.add(fresh('Section'))
    const [one, other] = [
      await building.integer(fresh('Question')),
      await building.integer(fresh('Question'))
    ]
    const token = await building.admin()
    for (const question_id of [one, other])
      await server.call(createQuestionMembership, { body: { sub_section_id, question_id } }, token)
    const show = (id: number, by: number) =>
      callOf('updateQuestion', { params: { id }, body: { visible_if: `q${by} > 1` } }, token)
    return {
      // Each would be shown depending on the other's answer: only one of them may be.
      calls: byTurns(show(one, other), show(other, one)),
      winners: AT_ONCE / 2,
      async after() {
        const conditions: (string | null)[] = []
        for (const id of [one, other])
          conditions.push(
            (await server.call(updateQuestion, { params: { id }, body: {} }, token)).body.visible_if
          )
        expect(conditions.filter(condition => condition !== null)).toHaveLength(1)
      }
    }
  },
  createQuestionMembership: async ({ server, building }) => {
    const { sub_section_id } = await building.add(fresh('Section'), 'grid')
    const token = await building.admin()
    const { row_id } = (
      await server.call(createSubSectionRow, { body: { sub_section_id, row_name: 'Row' } }, token)
    ).body
    const { column_id } = (
      await server.call(createSubSectionColumn, { body: { sub_section_id, column_name: 'Column' } }, token)
    ).body
    const questions = [
      await building.integer(fresh('Question')),
      await building.integer(fresh('Question'))
    ] as const
    const place = (question_id: number) =>
      callOf('createQuestionMembership', { body: { sub_section_id, question_id, row_id, column_id } }, token)
    return {
      calls: byTurns(place(questions[0]), place(questions[1])),
      winners: AT_ONCE / 2,
      async after(replies) {
        const placed = replies.filter(reply => reply.status === 200).map(reply => reply.body['question_id'])
        expect(new Set(placed).size).toBe(1)
      }
    }
  }
} satisfies Partial<Record<WritingName, Scenario>>
