// A questionnaire that is made as a whole, from nothing or from a draft.

import { expect, test } from 'vitest'
import { structureToDraft } from '#browser/questionnaire-builder/files/structure-draft.ts'
import { listQuestionnaires } from '#contract/questionnaires.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { useServer } from '#tests/support/server.ts'
import { draft, structureBuilding, type Draft } from '#tests/support/structure-building.ts'

type DraftCell = Draft['sections'][number]['sub_sections'][number]['cells'][number]

const server = useServer()
const { admin, put } = questionnaireBuilding(server)
const { read, listed, make } = structureBuilding(server)

test('creates a questionnaire that can be answered in its period immediately', async () => {
  const { reply, project_id, time_period_id } = await make('From nothing')
  expect(reply.status).toBe(200)
  const asked = await server.call(
    listQuestionnaires,
    { query: { project_id, time_period_id } },
    await admin()
  )
  expect(asked.body.questionnaires.map(one => one.questionnaire_name)).toContain('From nothing')
  const again = await make('from NOTHING')
  expect(again.reply.body).toMatchObject({
    detail: 'questionnaire_name: is the name of another questionnaire of this project'
  })
})

test('a questionnaire is created with all its content, and its formulas refer to the created questions', async () => {
  const { reply } = await make('Beds of the ward', draft)
  expect(reply.body).toMatchObject({ questionnaire_id: expect.any(Number) })
  const { body } = await read(reply.body.questionnaire_id)
  const [section] = body.sections
  const [grid, list] = section!.sub_sections
  expect([grid?.rows[0]?.row_name, grid?.columns.map(one => one.column_name)]).toEqual([
    'Open',
    ['Beds', 'In use']
  ])
  expect(grid?.memberships.map(one => one.is_required)).toEqual([true, false])
  const [beds, used, free, why] = body.questions
  expect(free?.expression).toBe(
    `q${beds!.question_id}_r${grid!.rows[0]!.row_id}_c${grid!.columns[0]!.column_id} - q${used!.question_id}`
  )
  expect(why).toMatchObject({
    visible_if: `q${free!.question_id} > 0`,
    option_list: [{ option_name: 'Staff' }, { option_name: 'Works' }]
  })
  expect(list?.memberships.map(one => one.question_id)).toEqual([free!.question_id, why!.question_id])
})

const inGrid = (d: Draft, change: Partial<DraftCell>): Draft => ({
  ...d,
  sections: d.sections.map(section => ({
    ...section,
    sub_sections: section.sub_sections.map(part => ({
      ...part,
      cells: part.layout === 'grid' ? part.cells.map(cell => ({ ...cell, ...change })) : part.cells
    }))
  }))
})

test('a place that takes no answer stays so in the structure, in a copy and when it is placed again', async () => {
  const closed = inGrid(draft, { is_required: false, is_disabled: true })
  const { body } = await read((await make('Closed places', closed)).reply.body.questionnaire_id)
  const grid = body.sections[0]!.sub_sections[0]!
  expect(grid.memberships.map(one => one.is_disabled)).toEqual([true, true])

  const copied = (await make('A copy', structureToDraft(body))).reply.body.questionnaire_id
  const places = (await read(copied)).body.sections[0]!.sub_sections.flatMap(one => one.memberships)
  expect(places.map(one => one.is_disabled)).toEqual([true, true, false, false])

  const { question_id, row_id, column_id } = grid.memberships[0]!
  const place = { sub_section_id: grid.sub_section_id, question_id, row_id, column_id }
  expect((await put({ ...place, is_required: true })).body).toMatchObject({
    detail: 'is_required: must not be set: this cell takes no answer'
  })
  expect((await put({ ...place, is_required: false })).status).toBe(200)
  const after = (await read(body.questionnaire.questionnaire_id)).body.sections[0]!.sub_sections[0]!
  expect(after.memberships.map(one => one.is_disabled)).toEqual([true, true])
})

const faulty: [string, (draft: Draft) => Draft, RegExp][] = [
  [
    'a formula that cannot be read',
    d => ({ ...d, questions: d.questions.map(q => (q.number === 3 ? { ...q, expression: 'q1 +' } : q)) }),
    /structure\.questions\.3: expression: .*ends too early/
  ],
  [
    'a formula about a question that is not there',
    d => ({ ...d, questions: d.questions.map(q => (q.number === 3 ? { ...q, expression: 'q77' } : q)) }),
    /structure\.questions\.3: expression: q0 is not a question/
  ],
  [
    'a circle of formulas',
    d => ({ ...d, questions: d.questions.map(q => (q.number === 3 ? { ...q, visible_if: 'q4 = 1' } : q)) }),
    /depends on itself/
  ],
  [
    'a choice without options',
    d => ({ ...d, questions: d.questions.map(q => (q.number === 4 ? { ...q, option_names: [] } : q)) }),
    /structure\.questions\.4: option_names: needs at least one option/
  ],
  [
    'two questions of one number',
    d => ({ ...d, questions: [...d.questions, d.questions[0]!] }),
    /structure\.questions\.1: occurs twice/
  ],
  [
    'a cell outside its grid',
    d => ({
      ...d,
      sections: d.sections.map(s => ({ ...s, sub_sections: s.sub_sections.map(t => ({ ...t, rows: [] })) }))
    }),
    /row must name a row of the grid, in “Count”/
  ],
  [
    'a required place that takes no answer',
    d => inGrid(d, { is_required: true, is_disabled: true }),
    /is_required must not be set: this cell takes no answer, in “Count”/
  ],
  [
    'a required calculation',
    d => ({
      ...d,
      sections: d.sections.map(s => ({
        ...s,
        sub_sections: s.sub_sections.map(t => ({
          ...t,
          cells: t.cells.map(c => ({ ...c, is_required: true }))
        }))
      }))
    }),
    /is_required must not be set: this cell takes no answer, in “More”/
  ]
]

test.each(faulty)('creates nothing from a draft with %s', async (name, spoil, fault) => {
  const { reply } = await make(`Spoilt: ${name}`, spoil(draft))
  expect([reply.status, (reply.body as unknown as { detail: string }).detail]).toEqual([
    422,
    expect.stringMatching(fault)
  ])
  expect((await listed()).body.questionnaires.map(one => one.questionnaire_name)).not.toContain(
    `Spoilt: ${name}`
  )
})
