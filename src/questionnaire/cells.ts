// The state of every cell, by key. A component listens to one cell or to one row of a grid, so typing costs the same however many there are.
import type { CellValue, Comment, Question } from '#contract/questionnaires.ts'
import { checkCell, isAnswerable, type CellAnswer, type CellCheck } from '#domain/cell-rules.ts'
import { cellText } from '#domain/cell-text.ts'

/** Both answers of a cell that was changed here and elsewhere; until somebody chooses, mine stays on this device. */
export interface Conflict {
  theirs: CellAnswer
  version: number
  updatedAt: string | null
  updatedBy: string | null
}

export interface CellState {
  /** What stands in the field. */
  text: string
  /** What it means; blank while it cannot be read. */
  answer: CellAnswer
  /** Why the text cannot be read as a value. */
  fault: string | null
  check: CellCheck
  /** The server's word on a value that it refused. */
  refusal: string | null
  /** The answer at the server that this one is typed over, and its version. */
  base: CellAnswer
  version: number
  updatedAt: string | null
  updatedBy: string | null
  /** Answers that left and were not acknowledged. */
  sent: CellAnswer[]
  /** Names the edit that is not acknowledged yet; null when the server has what stands here. */
  edit: string | null
  /** The newest edit of this person in any tab, saved or not; empty when nothing was edited in this visit. */
  lastEdit: string
  /** The newest version at the server that is known to be this person's own. */
  ownVersion: number
  saving: 'saved' | 'typed' | 'kept' | 'sending'
  conflict: Conflict | null
  isHidden: boolean
  /** Stands in a repeating row that nobody has begun: nothing is needed there. */
  isSpare: boolean
  /** Everything said about the cell, answers to comments and resolved threads included. */
  comments: readonly Comment[]
}

/** A cell as the server tells of it. */
export function startState(question: Question): CellState {
  const { value, is_not_applicable, is_not_available, version, updated_at, updated_by } = question.answer
  const answer = { value, is_not_applicable, is_not_available }
  return {
    text: cellText(question, value),
    answer,
    fault: null,
    check: isAnswerable(question)
      ? checkCell(question, answer, question.previous_answer?.value ?? null)
      : { errors: [], warnings: [] },
    refusal: null,
    base: answer,
    version,
    updatedAt: updated_at,
    updatedBy: updated_by,
    sent: [],
    edit: null,
    lastEdit: '',
    ownVersion: 0,
    saving: 'saved',
    conflict: null,
    isHidden: false,
    isSpare: false,
    comments: question.comments
  }
}

/** Why the cell's answer is not possible, in one sentence; null when it is. */
export const errorOf = (state: CellState): string | null =>
  state.fault ?? state.check.errors[0] ?? state.refusal

export const warningOf = (state: CellState): string | null =>
  errorOf(state) === null ? (state.check.warnings[0]?.message ?? null) : null

type Listener = () => void
/** Names the lines of a table that have to render after a change of a cell. */
type ChangedLines = (key: string, before: CellState, after: CellState) => readonly string[]

export class CellStore {
  private readonly states = new Map<string, CellState>()
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly versions = new Map<string, number>()
  private readonly writers = new Set<(key: string, state: CellState) => void>()
  /** Calculated cells' values; cells that other answers hide carry `isHidden` in their state. */
  readonly calculated = new Map<string, CellValue>()
  private readonly changedLines: ChangedLines
  private readonly observe: (key: string, before: CellState | null, after: CellState) => void

  /** `observe` is told of each state that a cell enters, before its listeners are. */
  constructor(
    changedLines: ChangedLines,
    observe: (key: string, before: CellState | null, after: CellState) => void
  ) {
    this.changedLines = changedLines
    this.observe = observe
  }

  keys(): Iterable<string> {
    return this.states.keys()
  }

  find(key: string): CellState | undefined {
    return this.states.get(key)
  }

  /** The state of a cell that the section has. */
  get(key: string): CellState {
    const state = this.states.get(key)
    if (state === undefined) throw new Error(`The section has no cell ${key}`)
    return state
  }

  /** Changes a state and tells who listens; keeps it when nothing changes. Answers the state before. */
  set(key: string, change: Partial<CellState>): CellState {
    const before = this.get(key)
    const isChange = (Object.keys(change) as (keyof CellState)[]).some(name => before[name] !== change[name])
    if (isChange) {
      const after = { ...before, ...change }
      this.states.set(key, after)
      this.observe(key, before, after)
      for (const write of this.writers) write(key, after)
      this.notify(key)
      for (const line of this.changedLines(key, before, after)) this.notify(line)
    }
    return before
  }

  /** Sets the first state of a cell. */
  start(key: string, state: CellState): void {
    this.states.set(key, state)
    this.observe(key, null, state)
  }

  subscribe(key: string, listener: Listener): () => void {
    const all = this.listeners.get(key) ?? new Set()
    this.listeners.set(key, all)
    all.add(listener)
    return () => void all.delete(listener)
  }

  /** Counts the changes of a row or column of a table, or of whatever else was told of. */
  versionOf(name: string): number {
    return this.versions.get(name) ?? 0
  }

  /** Listens to every cell, for the one who writes texts into fields. */
  write(writer: (key: string, state: CellState) => void): () => void {
    this.writers.add(writer)
    return () => void this.writers.delete(writer)
  }

  private notify(name: string): void {
    this.versions.set(name, this.versionOf(name) + 1)
    for (const listener of this.listeners.get(name) ?? []) listener()
  }
}
