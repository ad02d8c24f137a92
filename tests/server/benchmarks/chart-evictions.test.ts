// Which writes put the charts that are kept out of date: all that change a figure, and no others. A quarter of the operations, as the commit chooses, and all of
// them in `npm run test:long -- operations`.

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { getChartData } from '#contract/chart-data.ts'
import { postComment } from '#contract/comments.ts'
import { endpoints } from '#contract/endpoints.ts'
import { getSectionQuestions } from '#contract/questionnaires.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { chartEffect } from '#server/questionnaires/chart-effect.ts'
import { codingOn } from '#tests/support/case-code-survey.ts'
import { askFor } from '#tests/support/chart-requests.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { writingNames, type WritingName } from '#tests/support/races/race.ts'
import { arenaOf, scenarios } from '#tests/support/races/scenarios.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'
import { draft, structureBuilding } from '#tests/support/structure-building.ts'

const server = useServer()
const arena = arenaOf(server)
const { save } = arena.saving
const { makeCodes, check } = codingOn(server)

const request = { period: '2026', chart: 'Students per registered nurse' }
const isKept = async (): Promise<boolean> => (await askFor(server, request)).body.is_cached
const keep = async (): Promise<void> => {
  await askFor(server, request)
  expect(await isKept()).toBe(true)
}

test('keeps cached charts when a survey respondent answers', async () => {
  const { place, codes } = await makeCodes(1)
  const { case_code } = codes[0]!
  const section_id = (await check(place, case_code)).section_ids[1]!
  const { questionnaire_id, submission_id } = place
  const params = { id: questionnaire_id, sid: section_id }
  const { body } = await server.call(getSectionQuestions, { params, query: { submission_id, case_code } })
  const rating = body.sub_sections
    .flatMap(({ questions }) => questions)
    .find(question => question.question_type === 'integer')!
  await keep()
  const { question_id, row_id, column_id } = rating
  const answers = [{ question_id, row_id, column_id, value: 7, base_version: 0 }]
  const saved = await server.call(saveSection, {
    body: { ...place, section_id, case_code, client_change_id: randomUUID(), action: 'save', answers }
  })
  expect(saved.body.saved).toHaveLength(1)
  expect(await isKept()).toBe(true)
})

test('evicts cached charts for figures only, not for comments and texts', async () => {
  const ward = await arena.saving.blankWard()
  const figure = await cellOf(server, ward, 'Students on placement')
  const text = await cellOf(server, ward, 'Name of the roster system')
  const section = { questionnaire_id: figure.questionnaire_id, section_id: figure.section_id }
  await keep()
  const changes: [string, boolean, () => Promise<{ status: number }>][] = [
    ['a text', false, () => save(ward, text, [{ value: 'Rota' }])],
    ['a figure', true, () => save(ward, figure, [{ value: 3 }])],
    [
      'the same figure again',
      false,
      async () => save(ward, await cellOf(server, ward, 'Students on placement'), [{ value: 3 }])
    ],
    [
      'a comment with a save',
      false,
      async () =>
        save(ward, await cellOf(server, ward, 'Students on placement'), [{ value: 3, comment_text: 'Few.' }])
    ],
    [
      'a comment',
      false,
      async () =>
        server.call(
          postComment,
          { body: { ...section, submission_id: ward, ...figure.place, comment_text: 'Why?' } },
          await server.tokenOf('contributor')
        )
    ]
  ]
  for (const [name, evicts, change] of changes) {
    expect([name, (await change()).status]).toEqual([name, 200])
    expect([name, await isKept()]).toEqual([name, !evicts])
    await keep()
  }
})

test('evicts cached charts on completing and reopening, not on signing off', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  const cell = await cellOf(server, ward, 'Students on placement')
  for (const [action, status, evicts] of [
    ['reopen', 'in_progress', true],
    ['complete', 'complete', true]
  ] as const) {
    await keep()
    const reply = await save(ward, cell, [], { role: 'lead', action })
    expect(reply.body.section_submission).toMatchObject({ status })
    expect([action, await isKept()]).toEqual([action, !evicts])
  }
  const signedOff = {
    questions: [],
    repeatedKeys: new Set<string>(),
    writes: [],
    shownOrHidden: [],
    hasReopenedElsewhere: false,
    before: { status: 'complete', empty_reason: null },
    after: { status: 'signed_off', empty_reason: null }
  } as const
  expect(chartEffect({ caseCodeId: 0 }, signedOff)).toBeNull()
})

test('evicts cached charts when a question is placed once more, because its answers count if any of its sections is done', async () => {
  const { make, read } = structureBuilding(server)
  const { questionnaire_id } = (await make('Again', draft)).reply.body
  const { sub_section_id } = (await read(questionnaire_id)).body.sections[0]!.sub_sections[1]!
  const { place } = await cellOf(server, await arena.saving.blankWard(), 'Students on placement')
  await keep()
  const placed = await questionnaireBuilding(server).put({
    sub_section_id,
    question_id: place.question_id,
    is_required: false
  })
  expect([placed.status, await isKept()]).toEqual([200, false])
})

/**
 * Operations after which all kept charts of a project are calculated again, also those that have not changed: who builds charts, takes part,
 * changes a questionnaire, publishes or groups peers does so rarely, and what depends on it is hard to tell.
 */
const MAY_EVICT: ReadonlySet<WritingName> = new Set<WritingName>([
  // Withdrawing takes figures from comparisons.
  'updateRegistration',
  'createChart',
  'createChartGroupMemberships',
  'createChartParameter',
  'createCollection',
  'createPeerGroupMembership',
  'createPeerGroupMemberships',
  'createQuestionMembership',
  'createRegistrationSubmission',
  'createSection',
  'createSubSection',
  'createSubSectionColumn',
  'createSubSectionRow',
  'createSubmission',
  'declareEmptySection',
  'deleteChart',
  'deleteChartGroupMemberships',
  'deleteChartParameters',
  'deletePeerGroupMemberships',
  'deleteQuestionMemberships',
  'deleteRegistrationSubmission',
  'orderStructure',
  'publishEdition',
  'updateChart',
  'updateChartGroupMembership',
  'updateQuestion',
  'updateSection',
  'updateStructure',
  'updateSubSection',
  'updateSubSectionColumn',
  'updateSubSectionRow',
  'updateSubmission'
])

interface Asked {
  chart_id: number
  project_id: number
  time_period_id: number
}

/** A chart of each project in its two newest periods. */
async function chartsToAsk(): Promise<Asked[]> {
  const all = await server.database
    .selectFrom('project_periods as d')
    .innerJoin('charts as c', join => inProgramme(join, 'c', 'd', 'project_id'))
    .select(({ fn }) => ['d.project_id', 'd.time_period_id', fn.min<number>('c.chart_id').as('chart_id')])
    .where('d.programme_id', '=', 1)
    .where('c.is_active', '=', true)
    .where(is =>
      is.exists(
        is.selectFrom('chart_parameters as p').select('p.chart_id').whereRef('p.chart_id', '=', 'c.chart_id')
      )
    )
    .groupBy(['d.project_id', 'd.time_period_id'])
    .orderBy('d.time_period_id', 'desc')
    .execute()
  return [...Map.groupBy(all, one => one.project_id).values()].flatMap(periods => periods.slice(0, 2))
}

async function ask({ chart_id, ...place }: Asked, ignore_cache = false) {
  const input = {
    params: { a: chart_id, b: 0 },
    query: { peerGroupId: 'null' as const },
    body: { ...place, organisation_id: 0, ignore_cache }
  }
  const reply = await server.call(getChartData, input, await server.tokenOf('admin'))
  expect(reply.status).toBe(200)
  return reply.body
}

describe('after each writing operation', () => {
  const evicting = new Set<WritingName>()

  test.each(partInTurn(writingNames, 4, 'evictions'))('%s: no kept chart is out of date', async name => {
    const asked = await chartsToAsk()
    const { calls } = await scenarios[name](arena)
    const before = []
    for (const one of asked) before.push(await ask(one, true))
    for (const call of calls.slice(0, 3))
      await server.call(endpoints[call.name], call.input as never, call.token)
    for (const [index, one] of asked.entries()) {
      const kept = await ask(one)
      const fresh = await ask(one, true)
      expect(kept.digest).toBe(fresh.digest)
      if (!kept.is_cached && kept.digest === before[index]!.digest) evicting.add(name)
    }
  })

  test('evicts unrelated charts only in the listed operations', () => {
    expect([...evicting].filter(name => !MAY_EVICT.has(name))).toEqual([])
  })
})
