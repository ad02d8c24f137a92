// What can happen to a questionnaire of two sections, and a model of what it should be like afterwards. Each section has one required answer.

import fc from 'fast-check'

const role = fc.constantFrom('contributor' as const, 'lead' as const, 'admin' as const)
const section = fc.constantFrom(0 as const, 1 as const)

export const historyDeed = fc.oneof(
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
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constantFrom('accept' as const, 'accept all' as const, 'revoke' as const)
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('open' as const),
      section: fc.option(section),
      kind: fc.constantFrom('change' as const, 'cells' as const, 'complete' as const),
      seconds: fc.integer({ min: 2, max: 12 })
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom(
        'close collection' as const,
        'open collection' as const,
        'lock' as const,
        'unlock' as const
      )
    })
  },
  {
    weight: 3,
    // About the first cell of the first section.
    arbitrary: fc.record({ does: fc.constantFrom('ask' as const, 'resolve' as const) })
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 5 }) })
  }
)
export type HistoryDeed = typeof historyDeed extends fc.Arbitrary<infer D> ? D : never
export type HistorySave = Extract<HistoryDeed, { value?: unknown }>

interface ModelWindow {
  section: 0 | 1 | null
  kind: 'change' | 'cells' | 'complete'
  until: number
}

/** What the questionnaire should be like. */
export interface HistoryModel {
  seconds: number
  isClosed: boolean
  isLocked: boolean
  isAccepted: boolean
  /** Whether its acceptance was revoked and nothing has changed since. */
  isRevoked: boolean
  /** Of the queries about the first cell, the one that waits; else the last. */
  query: 'none' | 'live' | 'resolved'
  windows: ModelWindow[]
  status: ('not_started' | 'in_progress' | 'complete' | 'signed_off')[]
  values: (number | null)[]
  /** A cell of the first section that depends on no other. */
  rooms: number | null
  /** Whether anything was ever saved in the section. */
  isTouched: boolean[]
}

const isDone = (status: string): boolean => status === 'complete' || status === 'signed_off'

/** The kind of window that a section is open through; 'all' while data is collected. */
function wayIn(
  { isClosed, windows, seconds }: HistoryModel,
  at: 0 | 1
): 'all' | ModelWindow['kind'] | 'none' {
  if (!isClosed) return 'all'
  const open = windows.filter(one => one.until > seconds && (one.section === null || one.section === at))
  for (const kind of ['change', 'cells'] as const) if (open.some(one => one.kind === kind)) return kind
  return open.length > 0 ? 'complete' : 'none'
}

/** Why the questionnaire or its window refuses a save. */
function refusalByWindow(model: HistoryModel, { does, section: at, value }: HistorySave): number | null {
  const way = wayIn(model, at)
  if (model.isAccepted || model.isLocked || way === 'none') return 423
  if (way === 'cells' && (does === 'reopen' || does === 'sign_off')) return 423
  return way === 'complete' && (value !== undefined || does === 'reopen') ? 423 : null
}

/** Why the state of its section or the role does. */
function refusalByState(
  model: HistoryModel,
  { does, section: at, role: by, value }: HistorySave
): number | null {
  const status = model.status[at]!
  const isSignedOff = status === 'signed_off'
  if (by === 'contributor' && (does === 'sign_off' || (isSignedOff && does === 'reopen'))) return 403
  if (isSignedOff && does === 'complete') return 423
  const isCorrected = does === 'reopen' || ['change', 'cells'].includes(wayIn(model, at))
  return value !== undefined && isDone(status) && !isCorrected ? 423 : null
}

/** The status after an answer was entered or cleared. */
function statusWith(status: HistoryModel['status'][number], left: number | null) {
  if (status === 'signed_off') return status
  if (status === 'complete' && left !== null) return status
  return status === 'not_started' && left === null ? status : 'in_progress'
}

/** The status after the act. */
function statusAfter(model: HistoryModel, { does, section: at }: HistorySave, left: number | null) {
  const working = statusWith(model.status[at]!, left)
  if (does === 'reopen') return left !== null || model.isTouched[at] ? 'in_progress' : 'not_started'
  if (left === null || does === 'save') return working
  return does === 'complete' ? 'complete' : 'signed_off'
}

/** Why what would be left does: a section that is done stays whole, and the whole questionnaire is signed off. */
function refusalByAnswers(model: HistoryModel, { does, section: at }: HistorySave, left: number | null) {
  const working = statusWith(model.status[at]!, left)
  if (does === 'save') return isDone(model.status[at]!) && left === null ? 423 : null
  const isWhole = isDone(model.status[1 - at]!) && isDone(working)
  if (does !== 'sign_off' || left === null) return null
  // Signing off changes the other section too, so that has to be open as well.
  const other = at === 0 ? 1 : 0
  const isOtherShut = model.status[other] === 'complete' && ['none', 'cells'].includes(wayIn(model, other))
  return isWhole && !isOtherShut ? null : 423
}

/** A window of queried cells leaves the rooms closed. */
const roomsAfter = (model: HistoryModel, { section: at, value }: HistorySave): number | null =>
  value === undefined || at === 1 || wayIn(model, at) === 'cells' ? model.rooms : value

/** Another value in the cell of a resolved query brings the query back. */
function noteCorrection(model: HistoryModel, at: 0 | 1, left: number | null): void {
  if (at === 0 && left !== model.values[0] && model.query === 'resolved') model.query = 'live'
}

/** The status of the reply to a save; applies it to the model. */
export function expectSave(model: HistoryModel, save: HistorySave): number {
  const { does, section: at, value } = save
  const left = value === undefined ? model.values[at]! : value
  const refusal =
    refusalByWindow(model, save) ?? refusalByState(model, save) ?? refusalByAnswers(model, save, left)
  if (refusal !== null) return refusal
  const status = statusAfter(model, save, left)
  const rooms = roomsAfter(model, save)
  if (left === model.values[at] && rooms === model.rooms && status === model.status[at]) return 200
  noteCorrection(model, at, left)
  model.values[at] = left
  model.rooms = rooms
  model.status[at] = status
  if (does === 'sign_off' && status === 'signed_off') model.status = ['signed_off', 'signed_off']
  model.isRevoked = false
  model.isTouched[at] = true
  return 200
}

export const canBeAccepted = (model: HistoryModel): boolean =>
  !model.isAccepted &&
  model.query !== 'live' &&
  (model.isClosed || model.isLocked) &&
  model.status.every(isDone)

export const NEW_MODEL: HistoryModel = {
  seconds: 0,
  isClosed: false,
  isLocked: false,
  isAccepted: false,
  isRevoked: false,
  query: 'none',
  windows: [],
  status: ['not_started', 'not_started'],
  values: [null, null],
  rooms: null,
  isTouched: [false, false]
}
