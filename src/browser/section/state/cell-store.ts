// The state of every cell, by key. A component subscribes to one cell or one grid row, so typing costs the
// same however many cells there are.

import type { CellValue } from '#contract/questionnaires.ts'
import { startState, type CellState } from './cell-state.ts'
import { changedLines } from './changed-lines.ts'
import type { SectionModel } from './model.ts'

type CellListener = () => void

/** Called with each new state before the cell's own listeners. */
export interface CellObserver {
  cellChanged: (key: string, before: CellState, after: CellState) => void
}

export class CellStore {
  private readonly states = new Map<string, CellState>()
  private readonly listeners = new Map<string, Set<CellListener>>()
  private readonly versions = new Map<string, number>()
  /** Values of calculated cells. Cells hidden by other answers have `isHidden` in their state. */
  readonly calculated = new Map<string, CellValue>()
  private readonly model: SectionModel
  private readonly observers = new Set<CellObserver>()

  constructor(model: SectionModel) {
    this.model = model
    for (const { key, question } of model.cells.values()) this.states.set(key, startState(question))
  }

  /** Subscribes to every cell. Returns a function that stops it. */
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

  /** The state of a cell that exists in the section. */
  get(key: string): CellState {
    const state = this.states.get(key)
    if (state === undefined) throw new Error(`The section has no cell ${key}`)
    return state
  }

  /** Updates a state and notifies its listeners, unless nothing changes. Returns the previous state. */
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

  subscribe(key: string, listener: CellListener): () => void {
    const all = this.listeners.get(key) ?? new Set()
    this.listeners.set(key, all)
    all.add(listener)
    return () => void all.delete(listener)
  }

  /** A change counter for a row or column of a table, or for any other name. */
  versionOf(name: string): number {
    return this.versions.get(name) ?? 0
  }

  private notify(name: string): void {
    this.versions.set(name, this.versionOf(name) + 1)
    for (const listener of this.listeners.get(name) ?? []) listener()
  }
}
