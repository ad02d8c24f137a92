// Counters of the whole section: unsaved, invalid, warned and incomplete cells. Each change of a cell
// subtracts its old part and adds its new one, so the cost does not depend on the number of cells.

import {
  addProgress,
  noCounts,
  cellProgress,
  type CellProgress,
  type CompletionCounts,
  type IncompleteReason
} from '#domain/answers/completion.ts'
import { errorOf, isShelved, warningOf, type CellState } from './cell-state.ts'
import type { CellObserver, CellStore } from './cell-store.ts'
import type { SectionModel } from './model.ts'

export type Issue = 'error' | 'warning' | 'conflict'
/** What `keysOf` lists: issues, what is left, answers that are not sent until they are corrected, and changes of others. */
export type CellGroup = Issue | 'incomplete' | 'unsent' | 'news'

export class SectionCounters implements CellObserver {
  /** Not acknowledged by the server. */
  readonly unsaved = new Set<string>()
  /** Typed a moment ago and not on this device yet. */
  readonly typed = new Set<string>()
  /** Not acknowledged, and not sent until the user has corrected the value or resolved the conflict. */
  readonly held = { error: new Set<string>(), conflict: new Set<string>() }
  readonly issues: Record<Issue, Set<string>> = { error: new Set(), warning: new Set(), conflict: new Set() }
  /** Changed by others since the user last looked. */
  private readonly news = new Set<string>()
  readonly incomplete = new Map<string, IncompleteReason>()
  readonly counts: CompletionCounts = noCounts()
  private published = noCounts()
  private readonly progressByKey = new Map<string, CellProgress>()
  private readonly model: SectionModel

  constructor(model: SectionModel, store: CellStore) {
    this.model = model
    for (const key of store.keys()) {
      const state = store.get(key)
      this.updateSets(key, state)
      this.recount(key, state)
    }
    store.observe(this)
  }

  cellChanged(key: string, before: CellState, after: CellState): void {
    this.updateSets(key, after)
    if (isCountedAnew(before, after)) this.recount(key, after)
  }

  /** The current counts; the same object until one of them changes. */
  countsNow(): CompletionCounts {
    const isSame = (Object.keys(this.counts) as (keyof CompletionCounts)[]).every(
      name => this.counts[name] === this.published[name]
    )
    if (!isSame) this.published = { ...this.counts }
    return this.published
  }

  /** The cells of a group, in reading order. */
  keysOf(group: CellGroup): string[] {
    const place = (key: string): number => this.model.order.get(key) ?? 0
    const groups = {
      ...this.issues,
      incomplete: this.incomplete.keys(),
      unsent: this.held.error,
      news: this.news
    }
    return [...groups[group]].toSorted((one, other) => place(one) - place(other))
  }

  private updateSets(key: string, after: CellState): void {
    mark(this.unsaved, key, after.edit !== null && !isShelved(after))
    mark(this.typed, key, after.saving === 'typed')
    const isConflict = after.conflict !== null
    mark(this.held.error, key, after.edit !== null && !isConflict && errorOf(after) !== null)
    mark(this.held.conflict, key, after.edit !== null && isConflict)
    mark(this.issues.error, key, !after.isHidden && errorOf(after) !== null)
    mark(this.issues.warning, key, !after.isHidden && warningOf(after) !== null)
    mark(this.issues.conflict, key, isConflict)
    mark(this.news, key, after.news !== null)
  }

  private recount(key: string, state: CellState): void {
    const question = this.model.cells.get(key)?.question
    if (question === undefined) return
    const former = this.progressByKey.get(key)
    const progress = cellProgress(question, state.answer, {
      isVisible: !state.isHidden,
      previous: question.previous_answer?.value ?? null,
      hasComment: state.comments.length > 0,
      isStarted: !state.isUnusedRow
    })
    if (former !== undefined) addProgress(this.counts, former, -1)
    addProgress(this.counts, progress)
    this.progressByKey.set(key, progress)
    if (progress.incomplete === null) this.incomplete.delete(key)
    else this.incomplete.set(key, progress.incomplete)
  }
}

const isCountedAnew = (before: CellState, after: CellState): boolean =>
  before.answer !== after.answer ||
  before.isHidden !== after.isHidden ||
  before.isUnusedRow !== after.isUnusedRow ||
  before.comments !== after.comments

function mark(set: Set<string>, key: string, isIn: boolean): void {
  if (isIn) set.add(key)
  else set.delete(key)
}
