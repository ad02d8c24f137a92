// Seeded histories of everything that can change an answer or prevent it, through the server's calls, against a model that is written
// independently of it: no change outside a window, none lost, and every accepted cell in its edition.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceptSubmissions, revokeAcceptance } from '#contract/acceptances.ts'
import { openCorrectionWindows } from '#contract/correction-windows.ts'
import { decideQueries, listQueries, raiseQueries } from '#contract/queries.ts'
import { isQueryLive } from '#domain/queries/query-state.ts'
import { nextEdition } from '#server/benchmarks/editions/publish.ts'
import { cellsOf, declare, save, stored } from '#tests/support/change-history-calls.ts'
import {
  canBeAccepted,
  expectDeclaration,
  expectSave,
  historyDeed,
  NEW_MODEL,
  type HistoryDeed,
  type HistoryModel
} from '#tests/support/change-history.ts'
import { openStage, selection, type Stage } from '#tests/support/pairs/stage.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const HISTORIES = Number(process.env['PROPERTY_RUNS'] ?? (process.env['LONG'] === undefined ? 12 : 10_000))
const SECOND = 1000
/** Stages leave their rows behind. */
const HISTORIES_OF_A_STAGE = 50

const server = useServer()

const setPeriod = (stage: Stage, values: { closes_at?: Date; is_locked?: boolean }) =>
  server.database
    .updateTable('questionnaire_periods')
    .set(values)
    .where('programme_id', '=', PROGRAMME)
    .where('questionnaire_id', '=', stage.standard.questionnaire_id)
    .where('time_period_id', '=', stage.place.time_period_id)
    .execute()

/** The cells of the questionnaire that the next edition would hold of the submission. */
async function publishable(stage: Stage): Promise<Map<number, number>> {
  const { project_id, time_period_id } = stage.place
  const scope = { programmeId: PROGRAMME, projectId: project_id, timePeriodId: time_period_id }
  const { snapshot } = await nextEdition(server.database, scope, server.clock.now)
  return new Map(
    snapshot.cells.flatMap(cell => {
      const index = cell.submission_ids.indexOf(stage.submission_id)
      return index < 0 ? [] : [[cell.question_id, cell.numbers[index]!] as const]
    })
  )
}

interface Scene {
  stage: Stage
  model: HistoryModel
}

const namedIn = ({ submission_id, standard: { questionnaire_id } }: Stage) => ({
  submission_id,
  questionnaire_id
})

async function accept({ stage, model }: Scene, isNamed: boolean): Promise<void> {
  const isOpen = model.windows.some(({ until }) => until > model.seconds)
  const isTaken = canBeAccepted(model) && (isNamed || (!isOpen && !model.isRevoked))
  const body = { ...selection(stage), accepted_questionnaires: isNamed ? [namedIn(stage)] : null }
  const reply = await server.call(acceptSubmissions, { body }, stage.tokens.admin)
  expect([reply.status, reply.body.accepted_count]).toEqual([200, isTaken ? 1 : 0])
  model.isAccepted ||= isTaken
}

async function revoke({ stage, model }: Scene): Promise<void> {
  const body = { ...namedIn(stage), reason_text: 'Counted again.' }
  const { status } = await server.call(revokeAcceptance, { body }, stage.tokens.admin)
  expect(status).toBe(model.isAccepted ? 200 : 423)
  model.isRevoked ||= model.isAccepted
  model.isAccepted = false
}

async function open(
  { stage, model }: Scene,
  { section, kind, seconds }: Extract<HistoryDeed, { does: 'open' }>
): Promise<void> {
  const { submission_id, questionnaire_id } = namedIn(stage)
  const body = {
    ...selection(stage),
    submission_ids: [submission_id],
    questionnaire_id,
    section_id: section === null ? null : stage.standard.section_ids[section]!,
    window_kind: kind,
    open_until: new Date(server.clock.now.getTime() + seconds * SECOND).toISOString(),
    reason_text: 'Counted twice.'
  }
  const { status } = await server.call(openCorrectionWindows, { body }, stage.tokens.admin)
  expect(status).toBe(model.isClosed ? 200 : 423)
  if (!model.isClosed || model.isAccepted) return
  if (kind === 'cells' && (model.query !== 'live' || section === 1 || model.reasons[0] !== null)) return
  const opened = kind === 'cells' ? 0 : section
  model.windows = model.windows.filter(({ section: part }) => part !== opened && part !== section)
  model.windows.push({ section: opened, kind, until: model.seconds + seconds })
}

async function ask({ stage, model }: Scene): Promise<void> {
  const { submission_id, questionnaire_id } = namedIn(stage)
  const place = { submission_id, questionnaire_id, section_id: stage.standard.section_ids[0]! }
  const cells = [{ ...place, ...stage.standard.cell('Beds'), query_text: 'Is this right?' }]
  const body = { ...selection(stage), rules: [], cells }
  const reply = await server.call(raiseQueries, { body }, stage.tokens.admin)
  expect([reply.status, reply.body.query_ids.length]).toEqual([200, model.query === 'live' ? 0 : 1])
  model.query = 'live'
}

async function resolve({ stage, model }: Scene): Promise<void> {
  const query = { ...selection(stage), submission_id: stage.submission_id }
  const { queries } = (await server.call(listQueries, { query }, stage.tokens.admin)).body
  const live = queries.filter(({ query_status }) => isQueryLive({ status: query_status }))
  expect(live).toHaveLength(model.query === 'live' ? 1 : 0)
  if (live.length === 0) return
  const chosen = live.map(({ query_id, version }) => ({ query_id, base_version: version }))
  const body = { act: 'resolve' as const, queries: chosen, entry_text: 'Correct as it is.' }
  expect((await server.call(decideQueries, { body }, stage.tokens.admin)).body.left_out).toEqual([])
  model.query = 'resolved'
}

async function setCollection({ stage, model }: Scene, isClosed: boolean): Promise<void> {
  model.isClosed = isClosed
  await setPeriod(stage, { closes_at: isClosed ? new Date(1) : new Date('2100-01-01') })
}

async function setLock({ stage, model }: Scene, isLocked: boolean): Promise<void> {
  model.isLocked = isLocked
  await setPeriod(stage, { is_locked: isLocked })
}

function wait({ model }: Scene, seconds: number): void {
  model.seconds += seconds
  server.clock.now = new Date(server.clock.now.getTime() + seconds * SECOND)
}

async function run(scene: Scene, one: HistoryDeed): Promise<void> {
  if (one.does === 'open') return open(scene, one)
  if (one.does === 'wait') return wait(scene, one.seconds)
  if (one.does === 'revoke') return revoke(scene)
  if (one.does === 'accept' || one.does === 'accept all') return accept(scene, one.does === 'accept')
  if (one.does === 'ask') return ask(scene)
  if (one.does === 'resolve') return resolve(scene)
  if (one.does === 'lock' || one.does === 'unlock') return setLock(scene, one.does === 'lock')
  if (one.does === 'declare')
    expect(await declare(server, scene.stage, one)).toBe(expectDeclaration(scene.model, one))
  else if ('value' in one) expect(await save(server, scene.stage, one)).toBe(expectSave(scene.model, one))
  else await setCollection(scene, one.does === 'close collection')
}

/** Everything is complete when collection closes, one section without an answer. */
const beginning: HistoryDeed[] = [
  { does: 'declare', section: 0, role: 'admin', reason: 'none_happened' },
  { does: 'reopen', section: 0, role: 'lead', value: undefined },
  { does: 'complete', section: 0, role: 'contributor', value: 20 },
  { does: 'declare', section: 1, role: 'lead', reason: 'not_recorded' },
  { does: 'close collection' },
  { does: 'accept' }
]

test(
  'what can change an answer does so when it may, and never else',
  async () => {
    const histories = fc.sample(fc.array(historyDeed, { minLength: 8, maxLength: 16 }), HISTORIES)
    const faults: unknown[] = []
    let [acceptedSteps, declaredSteps] = [0, 0]
    let stage: Stage | undefined
    let model: HistoryModel | undefined
    for (const [index, deeds] of histories.entries()) {
      if (index % HISTORIES_OF_A_STAGE === 0) {
        server.clock.now = NOON
        stage = await openStage(server)
        await server.database
          .updateTable('projects')
          .set({ requires_acceptance: true })
          .where('programme_id', '=', PROGRAMME)
          .where('project_id', '=', stage.place.project_id)
          .execute()
        model = structuredClone(NEW_MODEL)
      }
      const whole = index % HISTORIES_OF_A_STAGE === 0 ? [...beginning, ...deeds] : deeds
      for (const [step, one] of whole.entries()) {
        // No two calls of people have the same moment.
        model!.seconds += 1
        server.clock.now = new Date(server.clock.now.getTime() + SECOND)
        const before = structuredClone(model!)
        await run({ stage: stage!, model: model! }, one).catch((error: unknown) => {
          throw new Error(
            `history ${index}, step ${step}: ${JSON.stringify(one)} on ${JSON.stringify(before)}`,
            { cause: error }
          )
        })
        acceptedSteps += model!.isAccepted ? 1 : 0
        const { values, rooms, status, reasons } = await stored(stage!)
        declaredSteps += reasons.some(reason => reason !== null) ? 1 : 0
        const [found, expected] = [
          [values, rooms, status, reasons],
          [model!.values, model!.rooms, model!.status, model!.reasons]
        ]
        if (JSON.stringify(found) !== JSON.stringify(expected))
          faults.push({ index, step, one, before, after: model, values, rooms, status, reasons })
      }
      const figures = await publishable(stage!)
      const expected = model!.isAccepted ? model!.values : [undefined, undefined]
      const found = cellsOf(stage!).map(([cell]) => figures.get(cell.question_id))
      if (JSON.stringify(found) !== JSON.stringify(expected)) faults.push({ index, model, found })
      expect(faults).toEqual([])
    }
    expect(acceptedSteps).toBeGreaterThan(0)
    expect(declaredSteps).toBeGreaterThan(0)
  },
  120_000 + HISTORIES * 2000
)
