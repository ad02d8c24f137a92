// The state of every cell, by key. A component listens to one cell or to one row of a grid, so typing costs the same however many there are.
import type { CellValue } from '#contract/questionnaires.ts'
import { startState, type CellState } from './cell-state.ts'
import { changedLines } from './changed-lines.ts'
import type { SectionModel } from './model.ts'

type Listener = () => void

/** Told of each state that a cell enters, before the cell's own listeners are. */
export interface CellObserver {
  cellChanged: (key: string, before: CellState, after: CellState) => void
}

export class CellStore {
  private readonly states = new Map<string, CellState>()
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly versions = new Map<string, number>()
  /** Calculated cells' values; cells that other answers hide carry `isHidden` in their state. */
  readonly calculated = new Map<string, CellValue>()
  private readonly model: SectionModel
  private readonly observers = new Set<CellObserver>()

  constructor(model: SectionModel) {
    this.model = model
    for (const { key, question } of model.cells.values()) this.states.set(key, startState(question))
  }

  /** Listens to every cell; what is returned stops it. */
  observe(observer: CellObserver): () => void {
    this.observers.add(observer)
    return () => void this.observers.delete(observer)
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
      for (const observer of this.observers) observer.cellChanged(key, before, after)
      this.notify(key)
      for (const line of changedLines(this.model, key, before, after)) this.notify(line)
    }
    return before
  }

  subscribe(key: string, listener: Listener): () => void {
    const all = this.listeners.get(key) ?? new Set()
    this.listeners.set(key, all)
    all.add(listener)
    return () => void all.delete(listener)
  }

  /** Counts the changes of a row or column of a table, or of anything else that has a name here. */
  versionOf(name: string): number {
    return this.versions.get(name) ?? 0
  }

  private notify(name: string): void {
    this.versions.set(name, this.versionOf(name) + 1)
    for (const listener of this.listeners.get(name) ?? []) listener()
  }
}
