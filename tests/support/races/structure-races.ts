// Whole questionnaires that several admins build at the same time: a name is used once, an order contains exactly the parts present, a place is
// removed once.

import { expect } from 'vitest'
import { getStructure, listStructures } from '#contract/questionnaire-structures.ts'
import { projectCoded } from '#tests/support/seeded.ts'
import { AT_ONCE, byTurns, callOf, fresh, times, type Scenario, type WritingName } from './race.ts'
import { twoProjects } from './two-projects.ts'

export const structureRaces = {
  createStructure: async ({ server, building }) => {
    const project_id = await projectCoded(server, 'ward-staffing')
    const token = await building.admin()
    const { questionnaire_id } = await building.questionnaire()
    const { body } = await server.call(getStructure, { params: { id: questionnaire_id } }, token)
    const time_period_id = body.questionnaire.periods[0]!.time_period_id
    const questionnaire_name = fresh('Raced questionnaire')
    return {
      calls: times(AT_ONCE, () =>
        callOf('createStructure', { body: { project_id, time_period_id, questionnaire_name } }, token)
      ),
      winners: 1,
      async after() {
        const all = await server.call(listStructures, { query: { project_id } }, token)
        const named = all.body.questionnaires.filter(one => one.questionnaire_name === questionnaire_name)
        expect(named).toHaveLength(1)
      }
    }
  },
  updateStructure: async ({ server, building }) => {
    const token = await building.admin()
    const { questionnaire_id } = await building.questionnaire()
    const read = async () =>
      (await server.call(getStructure, { params: { id: questionnaire_id } }, token)).body.questionnaire
    const { version, scope_ids } = await read()
    const change = (body: object) =>
      callOf('updateStructure', { params: { id: questionnaire_id }, body }, token)
    return {
      calls: byTurns(change({ scope_ids }), change({ display_order: 1 })),
      winners: AT_ONCE,
      async after() {
        expect((await read()).version).toBe(version + AT_ONCE)
      }
    }
  },
  orderStructure: async ({ server, building }) => {
    const token = await building.admin()
    const { questionnaire_id } = await building.questionnaire()
    await building.add(fresh('Section'))
    const read = async () =>
      (await server.call(getStructure, { params: { id: questionnaire_id } }, token)).body.sections.map(
        section => section.section_id
      )
    const before = await read()
    const order = (ids: readonly number[]) =>
      callOf(
        'orderStructure',
        {
          params: { id: questionnaire_id },
          body: { part: 'section', within: questionnaire_id, order: [...ids] }
        },
        token
      )
    return {
      calls: byTurns(order(before), order(before.toReversed())),
      winners: AT_ONCE,
      async after() {
        expect([before.join(), before.toReversed().join()]).toContain((await read()).join())
      }
    }
  },
  deleteQuestionMemberships: async ({ server, building }) => {
    const token = await building.admin()
    const places = (await twoProjects(server)).map(({ standard }) => standard.at('Trolleys').membership_id)
    const remove = (membership_ids: number[]) =>
      callOf('deleteQuestionMemberships', { body: { membership_ids } }, token)
    return {
      calls: byTurns(remove(places), remove(places.toReversed())),
      winners: 1,
      async after(replies) {
        expect(replies.filter(reply => reply.status === 404)).toHaveLength(AT_ONCE - 1)
      }
    }
  }
} satisfies Partial<Record<WritingName, Scenario>>
