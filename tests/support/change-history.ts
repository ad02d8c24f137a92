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
      value: fc.option(fc.option(fc.integer({ min: 1, max: 99 }), { freq: 4 }), { nil: undefined, freq: 4 })
    })
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('declare' as const),
      section,
      role,
      reason: fc.constantFrom('none_happened' as const, 'not_done' as const, 'not_recorded' as const)
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
export type HistoryDeclaration = Extract<HistoryDeed, { does: 'declare' }>

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
  /** Why there is nothing to report in the section. */
  reasons: (HistoryDeclaration['reason'] | null)[]
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

/** Leads sign off, reopen what is signed off, and undo that there is nothing to report. */
const needsLead = ({ status, reasons }: HistoryModel, { does, section: at }: HistorySave): boolean =>
  does === 'sign_off' || (does === 'reopen' && (status[at] === 'signed_off' || reasons[at] !== null))

/** Why the state of its section or the role does. */
function refusalByState(model: HistoryModel, save: HistorySave): number | null {
  const { does, section: at, role: by, value } = save
  const status = model.status[at]!
  if (by === 'contributor' && needsLead(model, save)) return 403
  if (status === 'signed_off' && does === 'complete') return 423
  const isCorrecting = ['change', 'cells'].includes(wayIn(model, at)) && model.reasons[at] === null
  return value !== undefined && isDone(status) && does !== 'reopen' && !isCorrecting ? 423 : null
}

/** The status after an answer was entered or cleared; `isWhole` is whether nothing is left to answer. */
function statusWith(status: HistoryModel['status'][number], isWhole: boolean) {
  if (status === 'signed_off') return status
  if (status === 'complete' && isWhole) return status
  return status === 'not_started' && !isWhole ? status : 'in_progress'
}

/** The status after the act. */
function statusAfter(model: HistoryModel, { does, section: at }: HistorySave, isWhole: boolean) {
  const working = statusWith(model.status[at]!, isWhole)
  if (does === 'reopen') return isWhole || model.isTouched[at] ? 'in_progress' : 'not_started'
  if (!isWhole || does === 'save') return working
  return does === 'complete' ? 'complete' : 'signed_off'
}

/** Why what would be left does: a section that is done stays whole, and the whole questionnaire is signed off. */
function refusalByAnswers(model: HistoryModel, save: HistorySave, isWhole: boolean) {
  const { does, section: at, value } = save
  const working = statusWith(model.status[at]!, isWhole)
  if (does !== 'reopen' && value !== undefined && isDone(model.status[at]!) && !isWhole) return 423
  const areAllDone = isDone(model.status[1 - at]!) && isDone(working)
  if (does !== 'sign_off' || !isWhole) return null
  // Signing off changes the other section too, so that has to be open as well.
  const other = at === 0 ? 1 : 0
  const isOtherShut = model.status[other] === 'complete' && ['none', 'cells'].includes(wayIn(model, other))
  return areAllDone && !isOtherShut ? null : 423
}

/** A window of queried cells leaves the rooms closed. */
const roomsAfter = (model: HistoryModel, { section: at, value }: HistorySave): number | null =>
  value === undefined || at === 1 || wayIn(model, at) === 'cells' ? model.rooms : value

/** Another value in the cell of a resolved query brings the query back. */
function noteCorrection(model: HistoryModel, at: 0 | 1, left: number | null): void {
  if (at === 0 && left !== model.values[0] && model.query === 'resolved') model.query = 'live'
}

/** What a save leaves in the section. Reopening a section with nothing to report clears it. */
function leftBy(model: HistoryModel, save: HistorySave) {
  const { does, section: at, value } = save
  const isWithdrawn = does === 'reopen' && model.reasons[at] !== null
  const reason = isWithdrawn ? null : model.reasons[at]!
  if (isWithdrawn && value === undefined)
    return { left: null, rooms: at === 0 ? null : model.rooms, reason, isWhole: false }
  const left = value === undefined ? model.values[at]! : value
  return { left, rooms: roomsAfter(model, save), reason, isWhole: left !== null || reason !== null }
}

/** The status of the reply to a save; applies it to the model. */
export function expectSave(model: HistoryModel, save: HistorySave): number {
  const { does, section: at } = save
  const { left, rooms, reason, isWhole } = leftBy(model, save)
  const refusal =
    refusalByWindow(model, save) ?? refusalByState(model, save) ?? refusalByAnswers(model, save, isWhole)
  if (refusal !== null) return refusal
  const status = statusAfter(model, save, isWhole)
  if (left === model.values[at] && rooms === model.rooms && status === model.status[at]) return 200
  noteCorrection(model, at, left)
  model.rooms = rooms
  noteSection(model, at, { left, status, reason })
  if (does === 'sign_off' && status === 'signed_off') model.status = ['signed_off', 'signed_off']
  return 200
}

interface ChangedSection {
  left: number | null
  status: HistoryModel['status'][number]
  reason: HistoryModel['reasons'][number]
}

function noteSection(model: HistoryModel, at: 0 | 1, { left, status, reason }: ChangedSection): void {
  model.values[at] = left
  model.status[at] = status
  model.reasons[at] = reason
  model.isRevoked = false
  model.isTouched[at] = true
}

/** Only a blank section that is open as a whole can be declared empty, and not with zeros where answers cannot change. */
function canDeclare(model: HistoryModel, { section: at, reason }: HistoryDeclaration): boolean {
  const way = wayIn(model, at)
  if (model.isAccepted || model.isLocked || way === 'none' || way === 'cells') return false
  if (way === 'complete' && reason === 'none_happened') return false
  return !isDone(model.status[at]!) && model.values[at] === null && (at === 1 || model.rooms === null)
}

/** The status of the reply to a declaration; applies it to the model. */
export function expectDeclaration(model: HistoryModel, declaration: HistoryDeclaration): number {
  const { section: at, role: by, reason } = declaration
  if (by === 'contributor') return 403
  if (!canDeclare(model, declaration)) return 423
  const left = reason === 'none_happened' ? 0 : null
  noteCorrection(model, at, left)
  if (at === 0) model.rooms = left
  noteSection(model, at, { left, status: 'complete', reason })
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
  isTouched: [false, false],
  reasons: [null, null]
}
