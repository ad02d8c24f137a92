// Seeded histories of everything that can change an answer or prevent it, through the server's calls, against a model that is written
// independently of it: no change outside a window, none lost, and every accepted cell in its edition.

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceptSubmissions, revokeAcceptance } from '#contract/acceptances.ts'
import { openCorrectionWindows } from '#contract/correction-windows.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { nextEdition } from '#server/benchmarks/editions/publish.ts'
import { openStage, selection, type Stage } from '#tests/support/pairs/stage.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const HISTORIES = Number(
  process.env['PROPERTY_RUNS'] ?? (process.env['LONG'] === undefined ? 12 : 10_000)
)
const MINUTE = 60_000
/** Stages leave their rows behind. */
const HISTORIES_OF_A_STAGE = 50

const server = useServer()

const role = fc.constantFrom('contributor' as const, 'lead' as const, 'admin' as const)
const section = fc.constantFrom(0 as const, 1 as const)

const deed = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      does: fc.constantFrom('save' as const, 'complete' as const, 'reopen' as const, 'sign_off' as const),
      section,
      role,
      /** Null clears the answer, undefined leaves it. */
      value: fc.option(fc.option(fc.integer({ min: 1, max: 99 }), { freq: 6 }), { nil: undefined, freq: 4 })
    })
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('accept' as const, 'accept all' as const, 'revoke' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('open' as const),
      section: fc.option(section),
      kind: fc.constantFrom('change' as const, 'complete' as const),
      minutes: fc.integer({ min: 1, max: 4 })
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('close collection' as const, 'open collection' as const, 'lock' as const, 'unlock' as const)
    })
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 3 }) }) }
)
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never
type Save = Extract<Deed, { value?: unknown }>

interface Window {
  section: 0 | 1 | null
  kind: 'change' | 'complete'
  until: number
}

/** What the questionnaire should be like. */
interface Model {
  minutes: number
  isClosed: boolean
  isLocked: boolean
  isAccepted: boolean
  /** When it was last revoked, and whether anything was saved since. */
  isRevoked: boolean
  windows: Window[]
  status: ('not_started' | 'in_progress' | 'complete' | 'signed_off')[]
  values: (number | null)[]
}

const isDone = (status: string): boolean => status === 'complete' || status === 'signed_off'

/** The kind of window that a section is open through; 'all' while data is collected. */
function wayIn({ isClosed, windows, minutes }: Model, at: 0 | 1): 'all' | 'change' | 'complete' | 'none' {
  if (!isClosed) return 'all'
  const kinds = windows
    .filter(one => one.until > minutes && (one.section === null || one.section === at))
    .map(one => one.kind)
  return kinds.includes('change') ? 'change' : kinds.includes('complete') ? 'complete' : 'none'
}

/** The status of the reply to a save, and what the save changes in the model. */
function expectSave(model: Model, { does, section: at, role: by, value }: Save): number {
  const way = wayIn(model, at)
  const enters = value !== undefined
  if (model.isAccepted || model.isLocked || way === 'none') return 423
  if (way === 'complete' && (enters || does === 'reopen')) return 423
  const status = model.status[at]!
  if (does === 'sign_off' && by === 'contributor') return 403
  if (does === 'reopen' && status === 'signed_off' && by === 'contributor') return 403
  if (does === 'complete' && status === 'signed_off') return 423
  const isReopening = does === 'reopen'
  if (enters && isDone(status) && !isReopening && way !== 'change') return 423
  const left = enters ? value : model.values[at]!
  const working = !isDone(status)
    ? left !== null || status === 'in_progress'
      ? 'in_progress'
      : 'not_started'
    : status === 'complete' && left === null
      ? 'in_progress'
      : status
  if (does === 'save' && working === 'signed_off' && left === null) return 423
  const other = model.status[1 - at]!
  if (does === 'sign_off' && left !== null && !(isDone(other) && isDone(working))) return 423
  if (enters && value !== model.values[at]) model.isRevoked = false
  model.values[at] = left
  if (isReopening) model.status[at] = 'in_progress'
  else if (does === 'complete' && left !== null) model.status[at] = 'complete'
  else if (does === 'sign_off' && left !== null) model.status = ['signed_off', 'signed_off']
  else model.status[at] = working
  return 200
}

const canBeAccepted = (model: Model): boolean =>
  !model.isAccepted && (model.isClosed || model.isLocked) && model.status.every(isDone)

const cellsOf = ({ standard }: Stage) =>
  [
    [standard.cell('Beds'), standard.cell('Beds in use')],
    [standard.cell('Staff')]
  ] as const

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
    .select(['section_id', 'status'])
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
    )
  }
}

async function save(stage: Stage, { does, section: at, role: by, value }: Save): Promise<number> {
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

async function run(stage: Stage, model: Model, one: Deed): Promise<unknown> {
  const { questionnaire_id } = stage.standard
  const { submission_id } = stage
  const named = { submission_id, questionnaire_id }
  const { admin } = stage.tokens
  switch (one.does) {
    case 'accept':
    case 'accept all': {
      const isNamed = one.does === 'accept'
      const isOpen = model.windows.some(({ until }) => until > model.minutes)
      const isTaken = canBeAccepted(model) && (isNamed || (!isOpen && !model.isRevoked))
      const body = { ...selection(stage), accepted_questionnaires: isNamed ? [named] : null }
      const reply = await server.call(acceptSubmissions, { body }, admin)
      expect([reply.status, reply.body.accepted_count]).toEqual([200, isTaken ? 1 : 0])
      model.isAccepted ||= isTaken
      return
    }
    case 'revoke': {
      const body = { ...named, reason_text: 'Counted again.' }
      const { status } = await server.call(revokeAcceptance, { body }, admin)
      expect(status).toBe(model.isAccepted ? 200 : 423)
      model.isRevoked ||= model.isAccepted
      model.isAccepted = false
      return
    }
    case 'open': {
      const body = {
        ...selection(stage),
        submission_ids: [submission_id],
        questionnaire_id,
        section_id: one.section === null ? null : stage.standard.section_ids[one.section]!,
        window_kind: one.kind,
        open_until: new Date(server.clock.now.getTime() + one.minutes * MINUTE).toISOString(),
        reason_text: 'Counted twice.'
      }
      const { status } = await server.call(openCorrectionWindows, { body }, admin)
      expect(status).toBe(model.isClosed ? 200 : 423)
      if (!model.isClosed || model.isAccepted) return
      model.windows = model.windows.filter(({ section: part }) => part !== one.section)
      model.windows.push({ section: one.section, kind: one.kind, until: model.minutes + one.minutes })
      return
    }
    case 'close collection':
    case 'open collection':
      model.isClosed = one.does === 'close collection'
      return setPeriod(stage, { closes_at: model.isClosed ? new Date(1) : new Date('2100-01-01') })
    case 'lock':
    case 'unlock':
      model.isLocked = one.does === 'lock'
      return setPeriod(stage, { is_locked: model.isLocked })
    case 'wait':
      model.minutes += one.minutes
      server.clock.now = new Date(server.clock.now.getTime() + one.minutes * MINUTE)
      return
    default:
      expect(await save(stage, one)).toBe(expectSave(model, one))
  }
}

test('what can change an answer does so when it may, and never else', async () => {
  const histories = fc.sample(fc.array(deed, { minLength: 8, maxLength: 16 }), HISTORIES)
  const faults: unknown[] = []
  let stage: Stage | undefined
  let model: Model | undefined
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
      model = {
        minutes: 0,
        isClosed: false,
        isLocked: false,
        isAccepted: false,
        isRevoked: false,
        windows: [],
        status: ['not_started', 'not_started'],
        values: [null, null]
      }
    }
    for (const [step, one] of deeds.entries()) {
      const before = structuredClone(model!)
      await run(stage!, model!, one).catch((error: unknown) => {
        throw new Error(`history ${index}, step ${step}: ${JSON.stringify(one)} on ${JSON.stringify(before)}`, { cause: error })
      })
      const { values, status } = await stored(stage!)
      if (JSON.stringify([values, status]) !== JSON.stringify([model!.values, model!.status]))
        faults.push({ index, step, one, before, after: model, values, status })
    }
    const figures = await publishable(stage!)
    const expected = model!.isAccepted ? model!.values : [undefined, undefined]
    const found = cellsOf(stage!).map(([cell]) => figures.get(cell.question_id))
    if (JSON.stringify(found) !== JSON.stringify(expected)) faults.push({ index, model, found })
    expect(faults).toEqual([])
  }
})
