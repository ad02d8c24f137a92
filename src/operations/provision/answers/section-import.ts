// Compares the lines of one section of one submission with what is stored, and decides what to write. Pure.

import type { EmptySectionReason } from '#contract/empty-section-reason.ts'
import type { CellValue, SectionStatus, SubSection } from '#contract/questionnaires.ts'
import type { CellChange } from '#contract/section-submissions.ts'
import { cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import { isAnswered } from '#domain/answers/cell-rules.ts'
import { canComplete, completionOf, derivedFrom, type CompletionCounts } from '#domain/answers/completion.ts'
import { isCalculated } from '#domain/answers/question-types.ts'
import { UNANSWERED } from '#domain/answers/repeating.ts'
import { isSameAnswer } from '#domain/answers/same-answer.ts'
import type { CodedCell } from '#domain/exports/answer-places.ts'
import { isSameCalculation } from '#domain/exports/read-value.ts'
import { changesOfWithdrawing } from '#domain/questionnaires/empty-sections.ts'
import {
  cellRefusal,
  changeRefusal,
  isCellSettled,
  type CellRefusal,
  type ChangeRefusal,
  type SettlementOf
} from '#domain/questionnaires/section-changes.ts'
import { statusAfterChanges } from '#server/questionnaires/actions.ts'
import { fillStructure } from '#server/questionnaires/content.ts'
import { type StoredCells } from '#server/questionnaires/stored-cells.ts'
import type { SubSectionStructure } from '#server/questionnaires/structure.ts'
import { applyWrites, derivedWrites, validateChanges } from '#server/questionnaires/validate-changes.ts'
import type { AnswerOrigin, CellWrite, ConditionalCell } from '#server/questionnaires/write.ts'
import { RETIRED_HINT, type AnswerLine, type LineFault } from './answer-lines.ts'

/** A line with its cell and value. */
export interface CellLine {
  line: AnswerLine
  cell: CodedCell
  address: CellAddress
  value: CellValue
}

/** The stored state of a section; version 0 if nobody has saved in it. */
export interface StoredSectionState {
  status: SectionStatus
  version: number
  /** Its status comes from a file. */
  is_imported: boolean
  empty_reason: EmptySectionReason | null
}

export interface SectionToImport {
  lines: readonly CellLine[]
  structure: readonly SubSectionStructure[]
  stored: StoredCells
  state: StoredSectionState
  isRetired: boolean
  /** Whether the programme has accepted the questionnaire for this submission. */
  isAccepted: boolean
  /** Cells may be accepted with another questionnaire, or declared empty with another section. */
  settlementOf: SettlementOf
  mayReplace: boolean
}

export interface ImportedSection {
  refusals: LineFault[]
  added: number
  changed: number
  unchanged: number
  writes: (CellWrite & { source: AnswerOrigin })[]
  conditional: ConditionalCell[]
  /** Null if neither an answer nor the status changes. */
  state: { status: SectionStatus; isImported: boolean; counts: CompletionCounts } | null
}

/** Of what an import calculates. */
export const NO_ORIGIN: AnswerOrigin = { author: '', time: null }

const refusalReasons: Partial<Record<ChangeRefusal, string>> = {
  complete: 'people have marked this section complete; --replace changes it anyway',
  signed_off: 'people have signed this section off; --replace changes it anyway',
  declared_empty:
    'people have declared that there is nothing to report in this section; --replace withdraws that',
  organisation_retired: 'the organisation is retired',
  accepted: 'the programme has accepted these answers'
}

export function compareSection(section: SectionToImport): ImportedSection {
  const { structure, stored } = section
  const [retired, current] = partition(section.lines, ({ cell }) => !cell.isInUse)
  const subSections = fillStructure(
    structure,
    stored,
    current.map(({ address }) => cellKey(address))
  )
  const [calculated, entered] = partition(current, ({ cell }) => isCalculated(cell.question))
  const changes = entered.map((line): CellChange => changeOf(line, stored))
  // A settled cell refuses only what would change it.
  const validate = (all: readonly CellChange[]) =>
    validateChanges(
      subSections.flatMap(({ questions }) => questions),
      all,
      () => null
    )
  const isSettled = (cell: CellAddress): boolean => isCellSettled(section.settlementOf(cell))
  const validated = validate(changes)
  const { empty_reason } = section.state
  // Lines that say what is stored leave a section declared.
  const isKept = empty_reason !== null && validated.writes.length === 0
  const isWithdrawn = empty_reason === 'none_happened' && !isKept
  const withdrawn = isWithdrawn ? changesOfWithdrawing(subSections, section.settlementOf) : []
  const isCleared = new Set(withdrawn.map(cellKey))
  // A line that repeats a 0 would keep it, although another section says that there is no figure.
  const keptZeros = changes.filter(
    change => change.value === 0 && isCleared.has(cellKey(change)) && isSettled(change)
  )
  // A line comes after the 0 that it replaces.
  const { writes: answers } = validate([...withdrawn, ...changes])
  const after = applyWrites(subSections, { writes: answers, comments: [] })
  const derived = derivedFrom(after.flatMap(({ questions }) => questions))
  const { settlementOf } = section
  const following = derivedWrites(after, { settlementOf, emptyReason: null, isWithdrawn })
  const calculations = isKept ? [] : following.calculated
  const writes = [...answers, ...calculations]
  const lines = new Map(section.lines.map(line => [cellKey(line.address), line]))
  const lineAt = (address: CellAddress): number => lines.get(cellKey(address))?.line.line ?? 0
  const refusals: LineFault[] = [
    ...refusalsOfRetired(retired, stored),
    ...validated.rejected.map(({ message, ...address }) => ({ line: lineAt(address), reason: message })),
    ...refusalsOfWrites(section, [...validated.writes, ...keptZeros], lineAt),
    ...refusalsOfCalculated(calculated, derived.calculated)
  ]
  const state = stateAfter(section, after, writes.length > 0)
  const refusal = state === null || refusals.length > 0 ? null : refusalOf(section)
  if (refusal !== null) refusals.push({ line: section.lines[0]?.line.line ?? 0, reason: refusal })
  const written = new Set(writes.map(cellKey))
  const [changing, unchanged] = partition(section.lines, ({ address }) => written.has(cellKey(address)))
  const added = changing.filter(({ address }) => !isAnswered(storedAnswer(stored, address))).length
  return {
    refusals: refusals.toSorted((one, other) => one.line - other.line),
    added,
    changed: changing.length - added + (answers.length - validated.writes.length),
    unchanged: unchanged.length,
    writes: writes.map(write => ({ ...write, source: lineOrigin(lines.get(cellKey(write))) })),
    conditional: writes.length > 0 ? following.conditional : [],
    state
  }
}

const storedAnswer = ({ answers }: StoredCells, address: CellAddress) =>
  answers.get(cellKey(address)) ?? UNANSWERED

const lineOrigin = (placed: CellLine | undefined): AnswerOrigin =>
  placed === undefined ? NO_ORIGIN : { author: placed.line.author, time: placed.line.time }

const answerOfLine = ({ value, line: { is_not_applicable, is_not_available } }: CellLine) => ({
  value,
  is_not_applicable,
  is_not_available
})

const changeOf = (line: CellLine, stored: StoredCells): CellChange => ({
  ...line.address,
  ...answerOfLine(line),
  base_version: storedAnswer(stored, line.address).version
})

/** The answers of retired cells stay as they are; an export has them too. */
const refusalsOfRetired = (retired: readonly CellLine[], stored: StoredCells): LineFault[] =>
  retired
    .filter(line => !isSameAnswer(answerOfLine(line), storedAnswer(stored, line.address)))
    .map(({ line, cell }) => ({
      line: line.line,
      reason: `the cell of "${cell.question.code}" is retired; ${RETIRED_HINT}`
    }))

function refusalsOfWrites(
  { stored, mayReplace, settlementOf }: SectionToImport,
  writes: readonly CellAddress[],
  lineAt: (address: CellAddress) => number
): LineFault[] {
  return writes.flatMap(write => {
    const before = storedAnswer(stored, write)
    const refusal = cellRefusal(mayReplace ? 'replacement' : 'import', {
      ...settlementOf(write),
      isCalculated: false,
      isTyped: before.version > 0 && before.is_imported !== true
    })
    if (refusal === null) return []
    const what = isAnswered(before) ? 'entered another answer here' : 'cleared this answer'
    const reason = settledReasons[refusal] ?? `people have ${what}; --replace overwrites it`
    return [{ line: lineAt(write), reason }]
  })
}

const settledReasons: Partial<Record<CellRefusal, string>> = {
  accepted: 'the programme has accepted this answer',
  declared_empty: 'people have declared that there is nothing to report in another section with this question'
}

const refusalsOfCalculated = (
  lines: readonly CellLine[],
  calculated: ReadonlyMap<string, CellValue>
): LineFault[] =>
  lines.flatMap(({ line, cell, address }) => {
    const value = calculated.get(cellKey(address)) ?? null
    if (
      !line.is_not_applicable &&
      !line.is_not_available &&
      isSameCalculation(cell.question, line.value, value)
    )
      return []
    const found = value === null ? 'has no value' : `is ${String(value)}`
    return [
      {
        line: line.line,
        reason: `"${cell.question.code}" ${found} when calculated from the answers in this section, not ${line.value || 'blank'}`
      }
    ]
  })

const isOfPeople = ({ version, is_imported }: StoredSectionState): boolean => version > 0 && !is_imported

/** People's own status stays, as after any change; otherwise the section gets that of the file. */
function stateAfter(
  { lines, state }: SectionToImport,
  after: readonly SubSection[],
  hasChanged: boolean
): ImportedSection['state'] {
  const status = lines[0]?.line.status ?? null
  if (!hasChanged && (isOfPeople(state) || status === null || status === state.status)) return null
  const counts = completionOf(after)
  const own = isOfPeople(state)
  // Signing off that there is nothing to report is not signing off blank answers.
  const isUndone = state.empty_reason !== null && !canComplete(counts)
  const kept = isUndone ? 'in_progress' : state.status
  const base = state.version > 0 ? kept : 'not_started'
  return {
    status: own || status === null ? statusAfterChanges(base, counts) : status,
    isImported: !own,
    counts
  }
}

function refusalOf({ state, isRetired, isAccepted, mayReplace }: SectionToImport): string | null {
  // Only an earlier import has written to it.
  const act = mayReplace || !isOfPeople(state) ? 'replace' : 'import'
  const refusal = changeRefusal([act], {
    lock: isRetired ? 'organisation_retired' : isAccepted ? 'accepted' : null,
    status: state.status,
    roleTypeId: null,
    isEmpty: state.empty_reason !== null
  })
  return refusal === null ? null : (refusalReasons[refusal] ?? `the section cannot be changed (${refusal})`)
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter(item => !test(item))]
}
