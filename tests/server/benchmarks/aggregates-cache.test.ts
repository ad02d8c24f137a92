// Which kept charts a saved case or row makes out of date: those that count it, and no others.

import { beforeAll, expect, test } from 'vitest'
import { createCaseCodes, deleteCaseCode } from '#contract/case-codes.ts'
import type { CellValue } from '#contract/questionnaires.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { invariant } from '#lib/invariant.ts'
import { codingOn } from '#tests/support/case-code-survey.ts'
import { askFor } from '#tests/support/chart-requests.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'
import { surveyAnswers, SURVEYED } from '#tests/support/survey-answers.ts'

const server = useServer()
const { question, makeChart } = surveyAnswers(server)
const FIRST = 'Was it your first time?'
const [WTE, REMARK] = ['WTE', 'Remark']
/** One counts cases, one rows, one neither. */
const CHARTS = ['First', 'Vacant', 'Students per registered nurse']

beforeAll(async () => {
  const cases = (await question(FIRST)).place
  const rows = (await cellOf(server, 0, WTE, 'WTE')).place
  const made = [
    await makeChart('First', [{ ...cases, aggregate: { kind: 'share', option_ids: [] } }]),
    await makeChart('Vacant', [{ ...rows, aggregate: { kind: 'sum', option_ids: [] } }])
  ]
  for (const { status } of made) invariant(status === 200, 'The chart is made')
})

const isKept = async (chart: string) =>
  (await askFor(server, { ...SURVEYED, chart, role: 'admin' })).body.is_cached

async function keepAll() {
  for (const chart of CHARTS) await isKept(chart)
  expect(await evicted()).toEqual([])
}

async function evicted(): Promise<string[]> {
  const out = []
  for (const chart of CHARTS) if (!(await isKept(chart))) out.push(chart)
  return out
}

test('a case that is completed, withdrawn or issued evicts only the charts that count it', async () => {
  const { makeCodes, check } = codingOn(server)
  // Before the first save, which reads the structure.
  await server.database
    .updateTable('question_memberships')
    .set({ is_required: false })
    .where('programme_id', '=', 1)
    .execute()
  await keepAll()
  const { place, codes, token } = await makeCodes(1)
  expect(await evicted()).toEqual(['First'])
  await keepAll()
  const { case_code, case_code_id } = codes[0]!
  const sections = (await check(place, case_code)).section_ids
  const { place: cell } = await question(FIRST)
  const save = async (section_id: number, action: 'save' | 'complete', answers: object[]) =>
    server.call(saveSection, {
      body: {
        ...place,
        section_id,
        case_code,
        client_change_id: crypto.randomUUID(),
        action,
        answers: answers as never
      }
    })
  const saved = await save(sections[0]!, 'save', [{ ...cell, value: 'yes', base_version: 0 }])
  expect(saved.body.saved).toHaveLength(1)
  expect(await evicted()).toEqual([])
  for (const section_id of sections) expect((await save(section_id, 'complete', [])).status).toBe(200)
  expect(await evicted()).toEqual(['First'])
  await keepAll()
  const withdrawn = await server.call(
    deleteCaseCode,
    { params: { id: case_code_id }, body: { confirm: true } },
    token
  )
  expect(withdrawn.body.status).toBe('withdrawn')
  expect(await evicted()).toEqual(['First'])
  await keepAll()
  await server.call(createCaseCodes, { body: { ...place, case_code } }, token)
  expect(await evicted()).toEqual(['First'])
})

test('a changed row evicts only the charts that count it', async () => {
  const submission_id = await ownSubmission(server, SURVEYED.project, SURVEYED.period)
  const token = await server.tokenOf('lead')
  const saveRow = async (text: string, column: string, value: CellValue, base_version: number) => {
    const { questionnaire_id, section_id, place } = await cellOf(server, submission_id, text, column)
    const reply = await server.call(
      saveSection,
      {
        body: {
          questionnaire_id,
          section_id,
          submission_id,
          client_change_id: crypto.randomUUID(),
          action: 'save',
          answers: [{ ...place, row_id: 30, value, base_version }]
        }
      },
      token
    )
    expect([reply.status, reply.body.rejected]).toEqual([200, []])
    return evicted()
  }
  await keepAll()
  expect(await saveRow(WTE, 'WTE', 0.5, 0)).toEqual(['Vacant'])
  expect(await saveRow(WTE, 'WTE', 0.5, 1)).toEqual([])
  expect(await saveRow(WTE, 'WTE', 0.8, 1)).toEqual(['Vacant'])
  // A row is in use as soon as anything is in it, a text as well.
  expect(await saveRow(REMARK, 'Remark', 'Advertised twice', 0)).toEqual(['Vacant'])
  expect(await saveRow(WTE, 'WTE', null, 2)).toEqual(['Vacant'])
  expect(await saveRow(REMARK, 'Remark', null, 1)).toEqual(['Vacant'])
})
