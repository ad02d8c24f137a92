// What a result of the search says and where it leads.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { searchGlobal } from '#contract/search.ts'
import { snippetOf } from '#server/search/snippet.ts'
import { addQuestionnaire } from '#tests/support/ask-twice.ts'
import { cellOf, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()

test('a snippet surrounds the first match', () => {
  expect(snippetOf('short  text\n&amp; more', ['text'])).toBe('short text & more')
  const long = `${'before '.repeat(40)}needle ${'after '.repeat(60)}`
  const snippet = snippetOf(long, ['NEEDLE'])
  expect(snippet).toMatch(/^… before .*needle after .* …$/)
  expect(snippet.length).toBeLessThan(200)
  expect(snippetOf(long, ['absent'])).toMatch(/^before .* …$/)
})

test('a question leads to the newest own submission that is asked it, and to none in a retired column', async () => {
  const found = async (title: string) => {
    const body = { query: title, limit: 100 }
    const reply = await server.call(searchGlobal, { body }, await server.tokenOf('contributor'))
    return reply.body.results.find(one => one.result_type === 'question' && one.title === title)
  }
  const { questionnaire_id, place } = await cellOf(server, 0, 'Vacant WTE', 'Band 5')
  const { database } = server
  const all = await database
    .deleteFrom('questionnaire_periods')
    .where(eb => eb.and({ programme_id: 1, questionnaire_id }))
    .returningAll()
    .execute()
  const put = (rows: typeof all) => database.insertInto('questionnaire_periods').values(rows).execute()
  expect((await found('Staffed beds'))?.path).toBe('/projects/ward-staffing/data-collection')
  const newest = await periodNamed(server, '2026')
  await put(all.filter(({ time_period_id }) => time_period_id !== newest))
  expect((await found('Staffed beds'))?.time_period_id).toBe(await periodNamed(server, '2025'))
  await put(all.filter(({ time_period_id }) => time_period_id === newest))
  expect((await found('Staffed beds'))?.time_period_id).toBe(newest)

  expect(await found('Vacant WTE')).toBeDefined()
  const retire = (isRetired: boolean) =>
    sql`update sub_section_columns set is_active = ${!isRetired} where programme_id = 1 and column_id in (
      select m.column_id from question_memberships m where m.programme_id = 1 and m.question_id = ${place.question_id})`.execute(
      database
    )
  await retire(true)
  expect(await found('Vacant WTE')).toBeUndefined()
  await retire(false)
})

test('a question that several questionnaires ask leads to the newest own submission that one of them asks', async () => {
  const { database } = server
  const { questionnaire_id: first, place } = await cellOf(server, 0, 'Joiners')
  const programme = { programme_id: 1 }
  const [then, now] = [await periodNamed(server, '2025'), await periodNamed(server, '2026')]
  const project = await projectCoded(server, 'ward-staffing')
  const { questionnaire_id: second } = await addQuestionnaire(database, project, [place.question_id])
  /** The periods in which each of them asks, and where the search leads then. */
  const found = async (asked: [number, number][]) => {
    await database
      .deleteFrom('questionnaire_periods')
      .where('questionnaire_id', 'in', [first, second])
      .execute()
    for (const [questionnaire_id, time_period_id] of asked)
      await database
        .insertInto('questionnaire_periods')
        .values({ ...programme, questionnaire_id, time_period_id })
        .execute()
    const body = { query: 'Joiners', limit: 100 }
    const { results } = (await server.call(searchGlobal, { body }, await server.tokenOf('contributor'))).body
    const result = results.find(one => one.result_type === 'question' && one.title === 'Joiners')
    return [Number(/questionnaire\/(\d+)-/.exec(result?.path ?? '')?.[1]), result?.time_period_id]
  }
  expect(await found([[second, then]])).toEqual([second, then])
  expect(
    await found([
      [first, then],
      [second, now]
    ])
  ).toEqual([second, now])
  expect(
    await found([
      [first, now],
      [second, then]
    ])
  ).toEqual([first, now])
  // Respondents answer a survey, so it leads nowhere.
  await database
    .updateTable('questionnaires')
    .set({ questionnaire_type: 'case' })
    .where('questionnaire_id', '=', first)
    .execute()
  expect(
    await found([
      [first, now],
      [second, then]
    ])
  ).toEqual([second, then])
})
