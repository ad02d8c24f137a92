// Who may change a section or a cell now. Saving, its actions, pages, surveys, files of a section and imports all ask these tables.

import type { WindowKind } from '#contract/correction-windows.ts'
import type { LockReason } from '#contract/lock-reason.ts'
import type { Section, SectionStatus } from '#contract/questionnaires.ts'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import { isAtLeast, ROLE } from '#domain/people/roles.ts'

/**
 * `enter` changes answers; `complete`, `reopen` and `sign_off` are the other actions of a save. `declare` says that there is nothing to
 * report. `import` adds answers from the programme's files, `replace` also changes what people entered.
 */
export type SectionAct = 'enter' | 'complete' | 'reopen' | 'sign_off' | 'declare' | 'import' | 'replace'

export type ChangeRefusal =
  | LockReason
  /** A complete section is reopened before its answers change, because charts show them. */
  | 'complete'
  /** A respondent has submitted the survey. */
  | 'submitted'
  /** Nothing to report was declared; reopening the section withdraws that. */
  | 'declared_empty'
  | 'lead_signs_off'
  | 'lead_reopens'
  | 'lead_declares'
  /** Only some cells are open for corrections, so the section itself stays as it is. */
  | 'cells_only'

export interface SectionChangeState {
  /** Why nothing can be changed in the questionnaire. */
  lock: LockReason | null
  status: SectionStatus
  /** Null for a respondent. */
  roleTypeId: number | null
  /** Whether the case that the respondent answers is completed. */
  isSubmitted?: boolean
  /** Whether a correction window is open: completed sections stay complete while they are corrected. */
  isCorrection?: boolean
  /** Whether nothing to report was declared. */
  isEmpty?: boolean
  /** Whether the window opens only some cells. */
  isCellsOnly?: boolean
}

/** `free` is for everyone whom no lock refuses, `lead` for leads and admins. */
type Rule = 'free' | 'lead' | 'complete' | 'signed_off' | 'declared_empty'

const inWork: Record<SectionAct, Rule> = {
  enter: 'free',
  complete: 'free',
  reopen: 'free',
  sign_off: 'lead',
  declare: 'lead',
  import: 'free',
  replace: 'free'
}

const rules: Record<SectionStatus, Record<SectionAct, Rule>> = {
  not_started: inWork,
  in_progress: inWork,
  complete: { ...inWork, enter: 'complete', declare: 'complete', import: 'complete' },
  signed_off: {
    enter: 'signed_off',
    complete: 'signed_off',
    reopen: 'lead',
    sign_off: 'lead',
    declare: 'signed_off',
    import: 'signed_off',
    replace: 'free'
  }
}

/** What was complete or signed off when data collection closed is corrected as it is, and marked. */
const correctionRules: Record<SectionStatus, Record<SectionAct, Rule>> = {
  ...rules,
  complete: inWork,
  signed_off: { ...rules.signed_off, enter: 'free' }
}

/** What was declared is withdrawn before anything is entered, also while a section is open for corrections. */
const emptyRules: Partial<Record<SectionAct, Rule>> = {
  enter: 'declared_empty',
  declare: 'declared_empty',
  import: 'declared_empty',
  reopen: 'lead'
}

/** The locks that stop an import. Closing dates, locks and registration limit people who enter answers, not imports of earlier answers. */
const importLocks = new Set<LockReason>(['organisation_retired', 'accepted'])
const isByFile = (acts: readonly SectionAct[]): boolean =>
  acts.length > 0 && acts.every(act => act === 'import' || act === 'replace')

function isLocked(acts: readonly SectionAct[], lock: LockReason | null): lock is LockReason {
  if (lock === null || lock === 'signed_off') return false
  if (lock === 'complete_only') return acts.some(act => act === 'enter' || act === 'reopen')
  return !isByFile(acts) || importLocks.has(lock)
}

/** The first reason why the acts of one call are not allowed, null if all are. What reopens a section may change it in the same call. */
export function changeRefusal(acts: readonly SectionAct[], state: SectionChangeState): ChangeRefusal | null {
  if (isLocked(acts, state.lock)) return state.lock
  if (state.isSubmitted === true) return 'submitted'
  const isOfWhole = (act: SectionAct): boolean => act === 'reopen' || act === 'sign_off' || act === 'declare'
  if (state.isCellsOnly === true && acts.some(isOfWhole)) return 'cells_only'
  const refused = acts.map(act => {
    const isReopened = act === 'enter' && acts.includes('reopen')
    return refusalByRule(act, isReopened ? 'free' : ruleForAct(act, state), state)
  })
  return refused.find(refusal => refusal !== null) ?? null
}

function ruleForAct(act: SectionAct, { status, isCorrection, isEmpty }: SectionChangeState): Rule {
  const inForce = isCorrection === true ? correctionRules : rules
  return (isEmpty === true ? emptyRules[act] : undefined) ?? inForce[status][act]
}

function refusalByRule(
  act: SectionAct,
  rule: Rule,
  { roleTypeId, isEmpty }: SectionChangeState
): ChangeRefusal | null {
  if (rule !== 'free' && rule !== 'lead') return rule
  const isAllowed = rule === 'free' || (roleTypeId !== null && isAtLeast(roleTypeId, ROLE.lead))
  if (isAllowed) return null
  if (act === 'sign_off') return 'lead_signs_off'
  return act === 'declare' || isEmpty === true ? 'lead_declares' : 'lead_reopens'
}

/** How a value comes into a cell; a `replacement` is an import that may overwrite what people typed. */
export type CellSource = 'typed' | 'calculated' | 'import' | 'replacement'

/** What settles a cell beyond its own section. */
export interface CellSettlement {
  /** Whether a questionnaire that asks for it is accepted for this submission. */
  isAccepted: boolean
  /** Whether nothing to report was declared for another section that asks for it. */
  isEmpty: boolean
  /** Whether “None happened” was declared for one of those sections. */
  isDeclaredZero: boolean
}

export type SettlementOf = (cell: CellAddress) => CellSettlement

export const NOT_SETTLED: CellSettlement = { isAccepted: false, isEmpty: false, isDeclaredZero: false }

/** Whether nothing can be written into a cell, from no source. */
export const isCellSettled = ({ isAccepted, isEmpty }: CellSettlement): boolean => isAccepted || isEmpty

export interface CellChangeState extends CellSettlement {
  isCalculated: boolean
  /** Whether a person entered the current answer. */
  isTyped: boolean
  /** Whether only other cells of its section are open for corrections. */
  isClosed?: boolean
}

export type CellRefusal = 'accepted' | 'declared_empty' | 'calculated' | 'typed' | 'closed'

/** Why a value cannot be written into a cell, whatever its section allows. Periods of an import are past, so no window applies to it. */
export function cellRefusal(source: CellSource, cell: CellChangeState): CellRefusal | null {
  if (cell.isAccepted) return 'accepted'
  if (cell.isEmpty) return 'declared_empty'
  if (cell.isCalculated) return source === 'calculated' ? null : 'calculated'
  if (source === 'typed' && cell.isClosed === true) return 'closed'
  return source === 'import' && cell.isTyped ? 'typed' : null
}

/** What the correction window of a section allows the reader; null if none is open. */
export function windowKindOf({
  lock_reason,
  open_until,
  open_cell_count
}: Pick<Section, 'lock_reason' | 'open_until' | 'open_cell_count'>): WindowKind | null {
  if (typeof open_until !== 'string') return null
  if (lock_reason !== null) return lock_reason === 'complete_only' ? 'complete' : null
  return typeof open_cell_count === 'number' ? 'cells' : 'change'
}

/** Whether a section does not keep its questionnaire from being signed off: it is signed off already, or open as a whole. */
export const isOpenForSignOff = (
  section: Pick<Section, 'status' | 'lock_reason' | 'open_until' | 'open_cell_count'>
): boolean =>
  section.status === 'signed_off' ||
  ((section.lock_reason === null || section.lock_reason === 'complete_only') &&
    windowKindOf(section) !== 'cells')

/** Why nothing in a section can be changed, whatever its state. A signed-off section can be reopened. */
export const lockOfSection = ({ lock_reason }: Pick<Section, 'lock_reason'>): LockReason | null =>
  lock_reason === 'signed_off' ? null : lock_reason
