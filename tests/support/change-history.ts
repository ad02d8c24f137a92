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
      kind: fc.constantFrom('change' as const, 'complete' as const),
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
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 5 }) })
  }
)
export type HistoryDeed = typeof historyDeed extends fc.Arbitrary<infer D> ? D : never
export type HistorySave = Extract<HistoryDeed, { value?: unknown }>
export type HistoryDeclaration = Extract<HistoryDeed, { does: 'declare' }>

interface ModelWindow {
  section: 0 | 1 | null
  kind: 'change' | 'complete'
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
  windows: ModelWindow[]
  status: ('not_started' | 'in_progress' | 'complete' | 'signed_off')[]
  values: (number | null)[]
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
): 'all' | 'change' | 'complete' | 'none' {
  if (!isClosed) return 'all'
  const open = windows.filter(one => one.until > seconds && (one.section === null || one.section === at))
  if (open.some(({ kind }) => kind === 'change')) return 'change'
  return open.length > 0 ? 'complete' : 'none'
}

/** Why the questionnaire or its window refuses a save. */
function refusalByWindow(model: HistoryModel, { does, section: at, value }: HistorySave): number | null {
  const way = wayIn(model, at)
  if (model.isAccepted || model.isLocked || way === 'none') return 423
  return way === 'complete' && (value !== undefined || does === 'reopen') ? 423 : null
}

/** Why the state of its section or the role does. */
function refusalByState(
  model: HistoryModel,
  { does, section: at, role: by, value }: HistorySave
): number | null {
  const status = model.status[at]!
  const isSignedOff = status === 'signed_off'
  const isEmpty = model.reasons[at] !== null
  if (by === 'contributor' && isEmpty && does === 'reopen') return 403
  if (by === 'contributor' && (does === 'sign_off' || (isSignedOff && does === 'reopen'))) return 403
  if (isSignedOff && does === 'complete') return 423
  const isCorrected = does === 'reopen' || (wayIn(model, at) === 'change' && !isEmpty)
  return value !== undefined && isDone(status) && !isCorrected ? 423 : null
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
function refusalByAnswers(model: HistoryModel, { does, section: at }: HistorySave, isWhole: boolean) {
  const working = statusWith(model.status[at]!, isWhole)
  if (does === 'save') return isDone(model.status[at]!) && !isWhole ? 423 : null
  const areAllDone = isDone(model.status[1 - at]!) && isDone(working)
  if (does !== 'sign_off' || !isWhole) return null
  // Signing off changes the other section too, so that has to be open as well.
  const other = at === 0 ? 1 : 0
  const isOtherShut = model.status[other] === 'complete' && wayIn(model, other) === 'none'
  return areAllDone && !isOtherShut ? null : 423
}

/** The status of the reply to a save; applies it to the model. */
export function expectSave(model: HistoryModel, save: HistorySave): number {
  const { does, section: at, value } = save
  const isWithdrawn = does === 'reopen' && model.reasons[at] !== null
  const left = value === undefined ? (isWithdrawn ? null : model.values[at]!) : value
  const isWhole = left !== null || (model.reasons[at] !== null && !isWithdrawn)
  const refusal =
    refusalByWindow(model, save) ?? refusalByState(model, save) ?? refusalByAnswers(model, save, isWhole)
  if (refusal !== null) return refusal
  const status = statusAfter(model, save, isWhole)
  if (left === model.values[at] && status === model.status[at]) return 200
  model.values[at] = left
  model.status[at] = status
  if (does === 'sign_off' && status === 'signed_off') model.status = ['signed_off', 'signed_off']
  if (isWithdrawn) model.reasons[at] = null
  model.isRevoked = false
  model.isTouched[at] = true
  return 200
}

/** The status of the reply to a declaration; applies it to the model. Only a blank section can be declared empty. */
export function expectDeclaration(
  model: HistoryModel,
  { section: at, role: by, reason }: HistoryDeclaration
): number {
  if (by === 'contributor') return 403
  const way = wayIn(model, at)
  if (model.isAccepted || model.isLocked || way === 'none') return 423
  if (way === 'complete' && reason === 'none_happened') return 423
  if (isDone(model.status[at]!) || model.values[at] !== null) return 423
  model.status[at] = 'complete'
  model.reasons[at] = reason
  model.values[at] = reason === 'none_happened' ? 0 : null
  model.isRevoked = false
  model.isTouched[at] = true
  return 200
}

export const canBeAccepted = (model: HistoryModel): boolean =>
  !model.isAccepted && (model.isClosed || model.isLocked) && model.status.every(isDone)

export const NEW_MODEL: HistoryModel = {
  seconds: 0,
  isClosed: false,
  isLocked: false,
  isAccepted: false,
  isRevoked: false,
  windows: [],
  status: ['not_started', 'not_started'],
  values: [null, null],
  isTouched: [false, false],
  reasons: [null, null]
}
