// Queries in bulk: every cell is listed before any is asked about, and in strict projects being asked tells members nothing about others.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { planQueries, raiseQueries, type QueryRule } from '#contract/queries.ts'
import { getSectionQuestions, listQuestionnaires, listSections } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { holdsNumber } from '#domain/answers/question-types.ts'
import { isFoundBy } from '#domain/queries/query-rules.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { pickCellLocation } from '#server/questionnaires/queries/named-cells.ts'
import { raiseForCells } from '#server/questionnaires/queries/raise.ts'
import { queryingOn } from '#tests/support/querying.ts'
import { ownSubmission } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const named = queryingOn(server, 'ward-staffing', '2025')
const strict = queryingOn(server, 'ward-quality', '2025')
const outlier = { rule_code: 'outlier' } as const
const changed = (change_percent: number) => ({ rule_code: 'changed', change_percent }) as const

const plan = async (rules: QueryRule[], { place }: Pick<typeof named, 'place'> = named) =>
  (await server.call(planQueries, { body: { ...(await place()), rules } }, await server.tokenOf('admin')))
    .body

test('lists what each rule finds, raises the chosen queries, and does not raise again those resolved with the same answer', async () => {
  const rules = [changed(40), outlier]
  const shown = await plan(rules)
  expect(shown.total).toBe(shown.planned.length)
  expect(shown.planned.length).toBeGreaterThan(4)
  const found = (rule: QueryRule) =>
    shown.planned.filter(cell => cell.rules.some(one => one.rule_code === rule.rule_code))
  expect(rules.map(rule => found(rule).length)).toEqual(shown.rule_counts)
  for (const { received, previous_answer } of found(changed(40))) {
    const [now, former] = [Number(received.value), Number(previous_answer?.value)]
    expect(Math.abs(now - former) / Math.abs(former)).toBeGreaterThan(0.4)
  }
  expect((await named.list()).queries).toEqual([])

  const [first, second] = found(changed(40))
  const cells = [first!, second!].map(
    ({ questionnaire_id, submission_id, section_id, question_id, row_id, column_id }) => ({
      questionnaire_id,
      submission_id,
      section_id,
      question_id,
      row_id,
      column_id,
      query_text: ''
    })
  )
  const body = { ...(await named.place()), rules, cells, due_at: null }
  const token = await server.tokenOf('admin')
  const { query_ids, left_out } = (await server.call(raiseQueries, { body }, token)).body
  expect([query_ids.length, left_out]).toEqual([2, []])
  const asked = await named.queryNumbered(query_ids[0]!)
  expect(asked).toMatchObject({ rules: first!.rules, received: first!.received, query_text: '' })
  const later = await plan(rules)
  expect([later.total, later.pending_count]).toEqual([shown.total - 2, 2])

  await named.decide('resolve', asked, 'We know.')
  const resolved = await plan(rules)
  expect([resolved.pending_count, resolved.resolved_count]).toEqual([1, 1])
  const gone = { ...body, cells: [{ ...cells[0]!, query_text: 'Once more?' }] }
  expect((await server.call(raiseQueries, { body: gone }, token)).body.left_out).toMatchObject([
    { detail: 'None of the rules applies to this cell any more.' }
  ])
  expect(
    (await server.call(raiseQueries, { body: { ...gone, rules: [] } }, token)).body.query_ids
  ).toHaveLength(1)
})

test('does not ask about an answer that is corrected while the rules are applied', async () => {
  const rules = [changed(40)]
  const [corrected, kept] = (await plan(rules)).planned
  const cells = [corrected!, kept!].map(cell => ({ ...pickCellLocation(cell), query_text: '' }))
  const { user_id } = await server.database
    .selectFrom('users')
    .select('user_id')
    .where('email_address', 'like', 'admin@wards%')
    .executeTakeFirstOrThrow()
  // Whoever corrects it comes before the lock.
  const correctingFirst = {
    execute: async (work: (tx: Tx) => Promise<unknown>) => {
      const { submission_id, question_id, row_id, column_id } = corrected!
      await server.database
        .updateTable('answers')
        .set(({ eb }) => ({ version: eb('version', '+', 1) }))
        .where(eb => eb.and({ programme_id: 1, submission_id, question_id, row_id, column_id }))
        .execute()
      return server.database.transaction().execute(work)
    }
  }
  const database = Object.assign(server.database.withTables(), {
    transaction: () => correctingFirst
  }) as unknown as Database
  const caller = { programmeId: 1, timeZone: 'Europe/London', userId: user_id } as CallingUser
  const body = { ...(await named.place()), rules, cells, due_at: null }
  const { query_ids, left_out } = await raiseForCells({ database, caller, now: NOON }, body)
  expect(query_ids).toHaveLength(1)
  expect(left_out).toEqual([
    { ...pickCellLocation(corrected!), detail: 'The answer was changed in the meantime.' }
  ])
})

test('required and blank: in sections that were started', async () => {
  const collecting = queryingOn(server, 'ward-staffing', '2026')
  const { planned } = await plan([{ rule_code: 'required_blank' }], collecting)
  expect(planned.length).toBeGreaterThan(0)
  for (const { received, expected } of planned) expect([received.value, expected]).toEqual([null, null])
})

test('in a strict project, a cell is an outlier only by the figures that its members can see', async () => {
  const submission_id = await ownSubmission(server, 'ward-quality', '2025')
  // Every other figure is far away from everybody's.
  await sql`update answers set value = to_jsonb(number_value * 50 + 1000), number_value = number_value * 50 + 1000
    where programme_id = 1 and submission_id = ${submission_id} and number_value is not null and question_id % 2 = 0`.execute(
    server.database
  )
  const asked = (await plan([outlier], strict)).planned.filter(cell => cell.submission_id === submission_id)
  const { project_id, time_period_id } = await strict.place()
  const token = await server.tokenOf('lead')
  const query = { project_id, time_period_id, submission_id }
  const { questionnaires } = (await server.call(listQuestionnaires, { query }, token)).body
  const served: string[] = []
  for (const { questionnaire_id: id, questionnaire_type } of questionnaires) {
    if (questionnaire_type !== 'standard') continue
    const { sections } = (
      await server.call(listSections, { params: { id }, query: { submission_id } }, token)
    ).body
    for (const { section_id: sid } of sections) {
      const read = async (cell?: string) =>
        (
          await server.call(
            getSectionQuestions,
            { params: { id, sid }, query: { submission_id, ...(cell !== undefined && { cell }) } },
            token
          )
        ).body
      const { sub_sections } = await read()
      for (const question of sub_sections.filter(one => !one.is_repeating).flatMap(one => one.questions)) {
        if (!holdsNumber(question) || question.answer.value === null) continue
        const { cell_details } = await read(cellKey(question))
        const cell = {
          answer: question.answer,
          isRequiredAndLeft: false,
          former: null,
          spread: () => cell_details?.spread ?? null
        }
        if (isFoundBy(outlier, cell)) served.push(cellKey(question))
      }
    }
  }
  for (const { expected } of asked)
    expect(expected).toMatchObject({ n: expect.any(Number), Q1: expect.any(Number) })
  expect(served.length).toBeGreaterThan(2)
  expect(asked.map(cellKey).toSorted()).toEqual(served.toSorted())
})
