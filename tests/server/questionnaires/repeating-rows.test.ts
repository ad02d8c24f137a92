// Rows that who fills in a grid adds: kept, counted, explained and limited like all other cells.

import { expect, test } from 'vitest'
import { postComment } from '#contract/comments.ts'
import { MAX_REPEATED_ROWS } from '#contract/limits.ts'
import {
  createSubSection,
  createSubSectionColumn,
  createSubSectionRow,
  updateSubSection
} from '#contract/questionnaire-builder.ts'
import { getSectionQuestions, type CellValue } from '#contract/questionnaires.ts'
import { getCompletion, saveSection } from '#contract/section-submissions.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { admin, questionnaire, add, question, integer, put, change, opened } = questionnaireBuilding(server)

/** A section with falls, one a row: how high, how long; and what both come to. */
async function falls(name: string) {
  const { section_id, questionnaire_id } = await add(name)
  const body = { section_id, sub_section_name: 'Falls', layout: 'grid' as const, is_repeating: true }
  const { sub_section_id } = (await server.call(createSubSection, { body }, await admin())).body
  const columns: number[] = []
  for (const column_name of ['Height', 'Stay', 'Both']) {
    columns.push(
      (await server.call(createSubSectionColumn, { body: { sub_section_id, column_name } }, await admin()))
        .body.column_id
    )
  }
  const [height, stay] = [await integer('Height'), await integer('Stay')]
  const [heightColumn = 0, stayColumn = 0, bothColumn = 0] = columns
  await put({ sub_section_id, question_id: height, column_id: heightColumn, is_required: true })
  await put({ sub_section_id, question_id: stay, column_id: stayColumn, is_required: true })
  const both = (await question({ question_type: 'calculated', expression: `q${height} + q${stay}` })).body
    .question_id
  await put({ sub_section_id, question_id: both, column_id: bothColumn })
  const at = { height: [height, heightColumn], stay: [stay, stayColumn], both: [both, bothColumn] } as const
  return { questionnaire_id, section_id, sub_section_id, at }
}
type Falls = Awaited<ReturnType<typeof falls>>

let changes = 0

async function save(
  { questionnaire_id, section_id, at }: Falls,
  cells: [keyof Falls['at'], number, CellValue, number?][]
) {
  const { submission_id } = await questionnaire()
  const answers = cells.map(([name, row_id, value, base_version = 0]) => {
    const [question_id, column_id] = at[name]
    return { question_id, row_id, column_id, value, base_version }
  })
  const client_change_id = `rows ${section_id} ${(changes += 1)}`
  const body = {
    questionnaire_id,
    section_id,
    submission_id,
    client_change_id,
    action: 'save' as const,
    answers
  }
  return (await server.call(saveSection, { body }, await server.tokenOf('contributor'))).body
}

async function grid({ section_id }: Falls) {
  const { body } = await opened(section_id)
  return body.sub_sections.find(subSection => subSection.is_repeating)!
}

test('an untouched grid has one blank row that asks for nothing', async () => {
  const place = await falls('Untouched')
  const { rows, questions } = await grid(place)
  expect(rows).toEqual([{ row_id: 1, row_name: 'Row 1', display_order: 1 }])
  expect(questions.map(one => [one.row_id, one.is_required, one.answer.version])).toEqual([
    [1, true, 0],
    [1, true, 0],
    [1, false, 0]
  ])
})

test('rows are kept where they were made, each row is calculated by itself, and a blank one follows', async () => {
  const place = await falls('Kept')
  const saved = await save(place, [
    ['height', 1, 40],
    ['stay', 1, 3],
    ['height', 3, 90]
  ])
  expect(saved).toMatchObject({ rejected: [], conflicts: [], section_submission: { completion_percent: 75 } })
  const { rows, questions } = await grid(place)
  expect(rows.map(row => row.row_id)).toEqual([1, 2, 3, 4])
  expect(questions.map(one => one.answer.value)).toEqual([
    40,
    3,
    43,
    null,
    null,
    null,
    90,
    null,
    null,
    null,
    null,
    null
  ])
  const { submission_id, questionnaire_id } = await questionnaire()
  const { body } = await server.call(
    getCompletion,
    { query: { submission_id, questionnaire_id } },
    await admin()
  )
  const section = body.section_submissions.find(one => one.section_id === place.section_id)
  expect(section).toMatchObject({ applicable_count: 4, answered_count: 3, required_remaining_count: 1 })
})

test('a row that is emptied asks for nothing again, and typing into it later is no conflict', async () => {
  const place = await falls('Emptied')
  await save(place, [['height', 1, 5]])
  await save(place, [['height', 1, null, 1]])
  const { body } = await server.call(getCompletion, { query: await questionnaire() }, await admin())
  expect(body.section_submissions.find(one => one.section_id === place.section_id)).toMatchObject({
    applicable_count: 0,
    required_remaining_count: 0
  })
  const { questions } = await grid(place)
  expect(questions[0]!.answer).toMatchObject({ value: null, version: 2 })
  expect((await save(place, [['height', 1, 6, 2]])).conflicts).toEqual([])
})

test('a sum from outside takes the column of all rows', async () => {
  const place = await falls('Summed')
  const total = (await question({ question_type: 'calculated', expression: `sum(q${place.at.stay[0]})` }))
    .body.question_id
  const body = { section_id: place.section_id, sub_section_name: 'All', layout: 'list' as const }
  const { sub_section_id } = (await server.call(createSubSection, { body }, await admin())).body
  await put({ sub_section_id, question_id: total })
  await save(place, [
    ['stay', 1, 3],
    ['stay', 2, 4]
  ])
  const { body: section } = await opened(place.section_id)
  expect(
    section.sub_sections.find(one => one.sub_section_id === sub_section_id)!.questions[0]!.answer.value
  ).toBe(7)
})

test('there are as many rows as the limit says, and one more is refused in words', async () => {
  const place = await falls('Limited')
  const reply = await save(place, [
    ['height', MAX_REPEATED_ROWS, 1],
    ['height', MAX_REPEATED_ROWS + 1, 1],
    ['height', 0, 1]
  ])
  expect(reply.saved.map(one => one.row_id)).toEqual([MAX_REPEATED_ROWS])
  expect(reply.rejected.map(one => [one.row_id, one.message])).toEqual([
    [MAX_REPEATED_ROWS + 1, 'This cell is not in this section.'],
    [0, 'This cell is not in this section.']
  ])
  expect((await grid(place)).rows).toHaveLength(MAX_REPEATED_ROWS)
})

test('a cell of a row has its history and its comments', async () => {
  const place = await falls('Explained')
  await save(place, [['height', 2, 5]])
  const [question_id, column_id] = place.at.height
  const { submission_id, questionnaire_id } = await questionnaire()
  const details = (row: number) => ({
    params: { id: questionnaire_id, sid: place.section_id },
    query: { submission_id, cell: `${question_id}:${row}:${column_id}` }
  })
  const told = await server.call(getSectionQuestions, details(2), await server.tokenOf('contributor'))
  expect(told.body.cell_details).toMatchObject({ history: [{ value: 5 }], spread: null })
  expect(
    (
      await server.call(
        getSectionQuestions,
        details(MAX_REPEATED_ROWS + 1),
        await server.tokenOf('contributor')
      )
    ).status
  ).toBe(404)
  const at = {
    questionnaire_id,
    submission_id,
    section_id: place.section_id,
    question_id,
    row_id: 2,
    column_id
  }
  const said = await server.call(
    postComment,
    { body: { ...at, comment_text: 'From the bed.' } },
    await server.tokenOf('contributor')
  )
  expect(said.status).toBe(200)
  expect((await grid(place)).questions.find(one => one.row_id === 2)!.comments).toMatchObject([
    { comment_text: 'From the bed.' }
  ])
})

test('the builder cannot add rows to a repeating grid, and a list cannot repeat', async () => {
  const { sub_section_id, section_id, at } = await falls('Built')
  const row = await server.call(
    createSubSectionRow,
    { body: { sub_section_id, row_name: 'One' } },
    await admin()
  )
  expect([row.status, row.body.detail]).toEqual([
    422,
    expect.stringMatching(/^row_name: must be empty: respondents add the rows/)
  ])
  const placed = await put({ sub_section_id, question_id: at.height[0], row_id: 1, column_id: at.height[1] })
  expect(placed.body.detail).toMatch(/^row_id: must be empty/)
  const list = { section_id, sub_section_name: 'A list', layout: 'list' as const, is_repeating: true }
  expect((await server.call(createSubSection, { body: list }, await admin())).body.detail).toMatch(
    /^is_repeating: is only for grids/
  )
  const changed = await server.call(
    updateSubSection,
    { params: { id: sub_section_id }, body: { is_repeating: false } },
    await admin()
  )
  expect(changed.body.detail).toMatch(/^is_repeating: cannot change any more/)
  expect((await change(at.height[0], { question_text: 'How high' })).status).toBe(200)
})
