// What depends on a question while it has no answers.

import { expect, test } from 'vitest'
import { chartBuilding } from '#tests/support/chart-building.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { add, question, put, change } = questionnaireBuilding(server)
const { chart, parameter } = chartBuilding(server)

test('a question keeps the type and the options that its places, charts and the conditions of others need', async () => {
  const { sub_section_id } = await add('Needed')
  const choice = await question({ question_type: 'single_choice', option_names: ['Yes', 'No'] })
  const { question_id, option_list } = choice.body
  await put({ sub_section_id, question_id })
  const asked = await question({
    question_type: 'integer',
    question_text: 'How many?',
    visible_if: `q${question_id} = ${option_list[0]!.option_id}`
  })
  await put({ sub_section_id, question_id: asked.body.question_id, is_required: true })
  const detail = async (id: number, body: Parameters<typeof change>[1]) =>
    (await change(id, body)).body.detail

  expect(await detail(question_id, { option_list: [option_list[1]!] })).toBe(
    'option_list: must keep “Yes”: the formula of “How many?” compares with it'
  )
  expect(await detail(question_id, { question_type: 'text' })).toMatch(/^option_list: must keep “Yes”/)
  expect((await change(question_id, { option_list: [option_list[0]!] })).status).toBe(200)
  expect(await detail(asked.body.question_id, { question_type: 'heading' })).toBe(
    'is_required: must not be set: this cell takes no answer'
  )

  await parameter({
    chart_id: (await chart('Of a question')).chart_id,
    parameter_name: 'Asked',
    parameter_role: 'value',
    question_id: asked.body.question_id
  })
  expect(await detail(asked.body.question_id, { question_type: 'text' })).toBe(
    'question_type: is not a question with a numeric answer, which the chart “Of a question” needs'
  )
  expect((await change(asked.body.question_id, { question_type: 'decimal' })).status).toBe(200)
})
