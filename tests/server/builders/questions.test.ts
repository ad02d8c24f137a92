// What a question may be, what it may refer to, and what of it may no longer change.

import { expect, test } from 'vitest'
import { listQuestions } from '#contract/questions.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { admin, add, question, integer, put, change, opened, answer } = questionnaireBuilding(server)

test('questions are listed with their answers and found by words', async () => {
  const project_id = await projectCoded(server, 'ward-staffing')
  await question({ question_text: 'Share of 100% leave_taken', question_type: 'percentage' })
  const find = async (search: string) =>
    (await server.call(listQuestions, { query: { project_id, search } }, await admin())).body.questions
  expect((await find('VACANT')).map(one => one.question_text)).toContain('Vacant WTE')
  expect((await find('VACANT'))[0]!.answer_count).toBeGreaterThan(50)
  expect(await find('100%')).toHaveLength(1)
  expect(await find('e_t')).toHaveLength(1)
  expect(await find('no such words')).toEqual([])
  const everything = await find('')
  expect(everything.every(one => one.project_id === project_id)).toBe(true)
})

test('choices have options, each once; more can be added, also with answers', async () => {
  const { section_id, sub_section_id } = await add('Choices')
  const made = await question({ question_type: 'single_choice', option_names: ['Yes', 'Partly'] })
  expect(made.body.option_list.map(option => option.option_name)).toEqual(['Yes', 'Partly'])
  const id = made.body.question_id
  await put({ sub_section_id, question_id: id })
  await answer(section_id, id, made.body.option_list[0]!.option_id)
  const grown = await change(id, { option_names: ['No'], question_text: 'Is it in place?' })
  expect(grown.body).toMatchObject({ question_text: 'Is it in place?', answer_count: 1 })
  expect(grown.body.option_list.map(option => option.option_name)).toEqual(['Yes', 'Partly', 'No'])
  expect((await change(id, { option_names: ['yes'] })).body.detail).toBe(
    'option_names: names an option twice'
  )
  expect((await question({ question_type: 'multiple_choice' })).body.detail).toBe(
    'option_names: needs at least one option'
  )
  expect((await question({ question_type: 'integer', option_names: ['x'] })).body.detail).toBe(
    'option_names: is only for choices'
  )
})

test('a scale has two to ten steps, stores the step, and gets no further one under an answer', async () => {
  const { section_id, sub_section_id } = await add('Scales')
  const steps = (count: number) => Array.from({ length: count }, (_, index) => `Step ${index + 1}`)
  for (const option_names of [steps(1), steps(11)]) {
    const { body } = await question({ question_type: 'scale', option_names })
    expect(body.detail).toBe('option_names: needs 2 to 10 steps')
  }
  expect((await question({ question_type: 'scale', option_names: steps(3), max_value: 3 })).body.detail).toBe(
    'max_value: is only for numbers'
  )
  const id = (await question({ question_type: 'scale', option_names: steps(3) })).body.question_id
  await put({ sub_section_id, question_id: id })
  expect((await change(id, { option_names: ['Step 4'] })).body.option_list).toHaveLength(4)
  await answer(section_id, id, 4)
  const [stored] = (await opened(section_id)).body.sub_sections[0]!.questions
  expect(stored?.answer.value).toBe(4)
  expect((await change(id, { option_names: ['Step 5'] })).body.detail).toContain(
    'option_names: cannot change'
  )
})

test('a duration is a number of minutes with limits, and charts can be drawn from it', async () => {
  const { section_id, sub_section_id } = await add('Waiting')
  const made = await question({ question_type: 'time', min_value: 0, max_value: 600, warn_max: 240 })
  expect(made.status).toBe(200)
  await put({ sub_section_id, question_id: made.body.question_id })
  await answer(section_id, made.body.question_id, 95)
  const stored = await server.database
    .selectFrom('answers')
    .select('number_value')
    .where('question_id', '=', made.body.question_id)
    .executeTakeFirstOrThrow()
  expect(stored.number_value).toBe(95)
})

test('refuses to change the meaning of an answered question, and allows it without answers', async () => {
  const { section_id, sub_section_id } = await add('Meaning')
  const made = await question({ question_type: 'integer', unit: 'beds', min_value: 0, max_value: 50 })
  const id = made.body.question_id
  await put({ sub_section_id, question_id: id })
  expect((await change(id, { question_type: 'decimal', decimal_places: 2 })).body).toMatchObject({
    question_type: 'decimal'
  })
  await answer(section_id, id, 7)
  const refusals = [
    [
      { question_type: 'text', max_value: null, min_value: null, decimal_places: null },
      'question_type: cannot change'
    ],
    [{ unit: 'chairs' }, 'unit: cannot change'],
    [{ visible_if: '1 = 1' }, 'visible_if: cannot change'],
    [{ min_value: 1 }, 'min_value: cannot become narrower'],
    [{ max_value: 40 }, 'max_value: cannot become narrower'],
    [{ decimal_places: 1 }, 'decimal_places: cannot become narrower']
  ] as const
  for (const [body, detail] of refusals) {
    const { status, body: reply } = await change(id, body)
    expect([status, reply.detail]).toEqual([422, expect.stringContaining(detail)])
  }
  const wider = await change(id, {
    min_value: null,
    max_value: 60,
    warn_max: 55,
    help_text: 'At noon.',
    is_active: false
  })
  expect(wider.body).toMatchObject({
    min_value: null,
    max_value: 60,
    warn_max: 55,
    help_text: 'At noon.',
    is_active: false,
    answer_count: 1
  })
  expect((await opened(section_id)).body.sub_sections[0]!.questions).toEqual([])
})

test('contradictions are refused with the field that has them', async () => {
  const refusals: [Parameters<typeof question>[0], string][] = [
    [
      { question_type: 'integer', min_value: 5, max_value: 4 },
      'min_value: must not be above the highest possible value'
    ],
    [
      { question_type: 'integer', warn_min: 5, warn_max: 4 },
      'warn_min: must not be above the value to check above'
    ],
    [{ question_type: 'text', max_value: 4 }, 'max_value: is only for numbers'],
    [{ question_type: 'yes_no', warn_change_percent: 20 }, 'warn_change_percent: is only for numbers'],
    [{ question_type: 'integer', max_length: 4 }, 'max_length: is only for text'],
    [{ question_type: 'integer', expression: '1 + 1' }, 'expression: is only for calculated questions'],
    [{ question_type: 'calculated' }, 'expression: is required for a calculated question']
  ]
  for (const [body, detail] of refusals) {
    const { status, body: reply } = await question(body)
    expect([status, reply.detail]).toEqual([422, detail])
  }
  const project_id = await projectCoded(server, 'ward-staffing')
  const send = async (body: object) =>
    (await server.send('POST', 'questions/', { body: { project_id, ...body }, token: await admin() })).body
      .detail
  expect(await send({ question_text: ' ', question_type: 'text' })).toContain('question_text')
  expect(await send({ question_text: 'x', question_type: 'number' })).toContain('question_type')
  expect(await send({ question_text: 'x', question_type: 'integer', decimal_places: 11 })).toContain(
    'decimal_places'
  )
})

test('refuses formulas with syntax errors, unknown references or cycles', async () => {
  const { section_id, sub_section_id } = await add('Formulas')
  const a = await integer('a')
  const b = await integer('b')
  await put({ sub_section_id, question_id: a })
  await put({ sub_section_id, question_id: b })
  const calculated = async (expression: string) => question({ question_type: 'calculated', expression })
  expect((await calculated(`q${a} + `)).body.detail).toMatch(/^expression: .+ \(character \d+\)$/)
  expect((await calculated('q999999 + 1')).body.detail).toBe(
    'expression: q999999 is not a question of this project'
  )
  expect((await calculated(`q${a}_r5_c5`)).body.detail).toBe(
    `expression: q${a}_r5_c5 is not used in a questionnaire`
  )
  const total = await calculated(`q${a} + q${b}`)
  expect(total.status).toBe(200)
  const id = total.body.question_id
  expect((await put({ sub_section_id, question_id: id, is_required: true })).body.detail).toMatch(
    /^is_required: /
  )
  expect((await put({ sub_section_id, question_id: id })).status).toBe(200)
  await answer(section_id, a, 2)
  const doubled = await calculated(`q${id} * 2`)
  await put({ sub_section_id, question_id: doubled.body.question_id })
  expect((await change(id, { expression: `q${id} + 1` })).body.detail).toBe(
    `expression: q${id} is this question itself`
  )
  const circle = await change(id, { expression: `q${a} + q${doubled.body.question_id}` })
  expect([circle.status, circle.body.detail]).toEqual([
    422,
    'expression: depends on itself through other questions'
  ])
  const shown = await change(b, { visible_if: `q${doubled.body.question_id} > 10` })
  expect(shown.body.detail).toBe('visible_if: depends on itself through other questions')
  const elsewhere = await add('Elsewhere')
  const far = await put({
    sub_section_id: elsewhere.sub_section_id,
    question_id: (await calculated(`q${a}`)).body.question_id
  })
  expect(far.body.detail).toBe(`expression: q${a} is not in the same section`)
})

test('renames, orders, adds and removes options while nobody has answered', async () => {
  const made = await question({
    question_text: 'Why is it late?',
    question_type: 'single_choice',
    option_names: ['Staff', 'Lift', 'Weather']
  })
  const [staff, lift, weather] = made.body.option_list
  const changed = await change(made.body.question_id, {
    option_list: [{ ...weather!, option_name: 'Snow' }, { option_name: 'Strike' }, staff!]
  })
  expect(changed.body.option_list.map(option => option.option_name)).toEqual(['Snow', 'Strike', 'Staff'])
  expect(changed.body.option_list[0]?.option_id).toBe(weather?.option_id)
  const foreign = await change(made.body.question_id, { option_list: [lift!] })
  expect(foreign.body).toMatchObject({ detail: 'option_list: names an option of another question' })
  const twice = await change(made.body.question_id, { option_list: [staff!, staff!] })
  expect(twice.body).toMatchObject({ detail: 'option_list: names an option twice' })
})

test('renames and orders options that have answers, but removes none and keeps the order of steps', async () => {
  const { section_id, sub_section_id } = await add('Options with answers')
  const choice = (
    await question({ question_text: 'Choice', question_type: 'single_choice', option_names: ['One', 'Two'] })
  ).body
  const scale = (
    await question({ question_text: 'Scale', question_type: 'scale', option_names: ['Low', 'High'] })
  ).body
  for (const { question_id } of [choice, scale]) await put({ sub_section_id, question_id })
  const [one, two] = choice.option_list
  await answer(section_id, choice.question_id, one!.option_id)
  await answer(section_id, scale.question_id, 2)
  const renamed = await change(choice.question_id, { option_list: [two!, { ...one!, option_name: 'Once' }] })
  expect(renamed.body.option_list.map(option => option.option_name)).toEqual(['Two', 'Once'])
  expect((await change(choice.question_id, { option_list: [two!] })).body).toMatchObject({
    detail: 'option_list: must keep every option: the question has one answer'
  })
  expect(
    (await change(scale.question_id, { option_list: scale.option_list.toReversed() })).body
  ).toMatchObject({
    detail: 'option_list: must keep the order of the steps: the question has one answer'
  })
})
