// The figures of the periods before: in a section and its panel, and not in a survey.

import { expect, test } from 'vitest'
import { getSectionQuestions } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { codingOn } from '#tests/support/case-code-survey.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()

test('the cell in the two periods before, newest first, as its own unit answered it', async () => {
  const submission_id = await ownSubmission(server, 'ward-staffing', '2026', 2)
  const at = await cellOf(server, submission_id, 'Vacant WTE', 'Band 6')
  const { body } = await server.call(
    getSectionQuestions,
    {
      params: { id: at.questionnaire_id, sid: at.section_id },
      query: { submission_id, cell: cellKey(at.place) }
    },
    await server.tokenOf('viewer')
  )
  const { lineage_id } = await server.database
    .selectFrom('submissions')
    .select('lineage_id')
    .where('programme_id', '=', 1)
    .where('submission_id', '=', submission_id)
    .executeTakeFirstOrThrow()
  const stored = await server.database
    .selectFrom('answers as a')
    .innerJoin('submissions as s', 's.submission_id', 'a.submission_id')
    .innerJoin('time_periods as t', 't.time_period_id', 's.time_period_id')
    .select(['t.time_period_name', 'a.value'])
    .where('a.programme_id', '=', 1)
    .where('s.programme_id', '=', 1)
    .where('t.programme_id', '=', 1)
    .where('s.lineage_id', '=', lineage_id)
    .where('t.time_period_name', 'in', ['2025', '2024'])
    .where('a.question_id', '=', at.place.question_id)
    .where('a.row_id', '=', at.place.row_id)
    .where('a.column_id', '=', at.place.column_id)
    .orderBy('t.starts_at', 'desc')
    .execute()
  expect(stored.map(one => one.time_period_name)).toEqual(['2025', '2024'])
  expect(body.cell_details!.previous_answers).toMatchObject(stored)
})

test('respondents are not told what their organisation answered to the same question before', async () => {
  const { makeCodes, check } = codingOn(server)
  const { place, codes } = await makeCodes(1)
  const { case_code } = codes[0]!
  const former = await ownSubmission(server, 'ward-staffing', '2025', 1)
  const { section_ids } = await check(place, case_code)
  const content = async () => {
    const input = {
      params: { id: place.questionnaire_id, sid: section_ids[0]! },
      query: { submission_id: place.submission_id, case_code }
    }
    const { body } = await server.call(getSectionQuestions, input)
    return body.sub_sections.flatMap(part => part.questions)
  }
  const { question_id, row_id, column_id } = (await content())[0]!
  const answer = {
    programme_id: 1,
    submission_id: former,
    case_code_id: 0,
    question_id,
    row_id,
    column_id,
    value: '4',
    version: 1,
    updated_at: NOON
  }
  await server.database.insertInto('answers').values(answer).execute()
  expect(new Set((await content()).map(question => question.previous_answer))).toEqual(new Set([null]))
})
