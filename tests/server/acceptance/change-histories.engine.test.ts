// Seeded histories of everything that can change an answer or prevent it, through the server's calls, against a model that is written
// independently of it: no change outside a window, none lost, and every accepted cell in its edition.

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceptSubmissions, revokeAcceptance } from '#contract/acceptances.ts'
import { openCorrectionWindows } from '#contract/correction-windows.ts'
import { declareEmptySection } from '#contract/empty-sections.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { nextEdition } from '#server/benchmarks/editions/publish.ts'
import {
  canBeAccepted,
  expectDeclaration,
  expectSave,
  historyDeed,
  NEW_MODEL,
  type HistoryDeclaration,
  type HistoryDeed,
  type HistoryModel,
  type HistorySave
} from '#tests/support/change-history.ts'
import { openStage, selection, type Stage } from '#tests/support/pairs/stage.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const HISTORIES = Number(process.env['PROPERTY_RUNS'] ?? (process.env['LONG'] === undefined ? 12 : 10_000))
const SECOND = 1000
/** Stages leave their rows behind. */
const HISTORIES_OF_A_STAGE = 50

const server = useServer()

const cellsOf = ({ standard }: Stage) =>
  [[standard.cell('Beds'), standard.cell('Beds in use')], [standard.cell('Staff')]] as const

async function stored(stage: Stage) {
  const { database } = stage.server
  const rows = await database
    .selectFrom('answers')
    .select(['question_id', 'row_id', 'column_id', 'value', 'version'])
    .where('programme_id', '=', PROGRAMME)
    .where('submission_id', '=', stage.submission_id)
    .where('case_code_id', '=', 0)
    .execute()
  const states = await database
    .selectFrom('section_submissions')
    .select(['section_id', 'status', 'empty_reason'])
    .where('programme_id', '=', PROGRAMME)
    .where('submission_id', '=', stage.submission_id)
    .where('case_code_id', '=', 0)
    .execute()
  const at = (cell: { question_id: number; row_id: number; column_id: number }) =>
    rows.find(
      row =>
        row.question_id === cell.question_id && row.row_id === cell.row_id && row.column_id === cell.column_id
    )
  return {
    versionOf: (cell: Parameters<typeof at>[0]) => at(cell)?.version ?? 0,
    values: cellsOf(stage).map(([first]) => (at(first)?.value ?? null) as number | null),
    status: stage.standard.section_ids.map(
      id => states.find(({ section_id }) => section_id === id)?.status ?? 'not_started'
    ),
    reasons: stage.standard.section_ids.map(
      id => states.find(({ section_id }) => section_id === id)?.empty_reason ?? null
    )
  }
}

async function save(stage: Stage, { does, section: at, role: by, value }: HistorySave): Promise<number> {
  const { versionOf } = await stored(stage)
  const answers =
    value === undefined
      ? []
      : cellsOf(stage)[at].map(cell => ({
          ...cell,
          value,
          base_version: versionOf(cell),
          is_not_applicable: false,
          is_not_available: false
        }))
  const body = {
    questionnaire_id: stage.standard.questionnaire_id,
    section_id: stage.standard.section_ids[at]!,
    submission_id: stage.submission_id,
    client_change_id: randomUUID(),
    action: does,
    answers
  }
  return (await server.call(saveSection, { body }, stage.tokens[by])).status
}

async function declare(stage: Stage, { section: at, role: by, reason }: HistoryDeclaration): Promise<number> {
  const body = {
    questionnaire_id: stage.standard.questionnaire_id,
    section_id: stage.standard.section_ids[at]!,
    submission_id: stage.submission_id,
    client_change_id: randomUUID(),
    empty_reason: reason
  }
  return (await server.call(declareEmptySection, { body }, stage.tokens[by])).status
}

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
  model.windows = model.windows.filter(({ section: part }) => part !== section)
  model.windows.push({ section, kind, until: model.seconds + seconds })
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
  if (one.does === 'lock' || one.does === 'unlock') return setLock(scene, one.does === 'lock')
  if (one.does === 'declare')
    return void expect(await declare(scene.stage, one)).toBe(expectDeclaration(scene.model, one))
  if ('value' in one) expect(await save(scene.stage, one)).toBe(expectSave(scene.model, one))
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
        const { values, status, reasons } = await stored(stage!)
        declaredSteps += reasons.some(reason => reason !== null) ? 1 : 0
        const expectedState = [model!.values, model!.status, model!.reasons]
        if (JSON.stringify([values, status, reasons]) !== JSON.stringify(expectedState))
          faults.push({ index, step, one, before, after: model, values, status, reasons })
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
