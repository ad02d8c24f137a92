// Merges edits from the user's other tabs. The newest edit wins without a conflict, whether a message or a
// stored draft reports it. An older one that reached the server is no conflict either.

import type { CellState } from '#browser/section/state/cell-state.ts'
import type { CellStore } from '#browser/section/state/cell-store.ts'
import type { CellWriter } from '#browser/section/state/cell-writer.ts'
import type { EditClock } from '#browser/section/state/edit-clock.ts'
import { contentOfAnswer } from '#browser/section/state/edit-content.ts'
import { unionOfAnswers } from '#browser/section/state/merge.ts'
import { isOpenCell, type CellModel, type SectionModel } from '#browser/section/state/model.ts'
import { isSameAnswer } from '#domain/answers/same-answer.ts'
import type { Acknowledgement } from './draft-database.ts'
import type { DraftWriter } from './draft-writer.ts'
import type { DraftConflict } from './drafts.ts'
import type { PendingCells } from './pending-cells.ts'
import { serverPart, type Reconciler } from './reconcile.ts'
import { sharedDraft, type SharedCell } from './shared-cell.ts'
import type { TabLink } from './tab-link.ts'

interface TabReconcilerParts {
  model: SectionModel
  store: CellStore
  cells: CellWriter
  clock: EditClock
  tabs: TabLink
  writer: DraftWriter
  pending: PendingCells
  reconciler: Reconciler
}

export class TabReconciler {
  private readonly parts: TabReconcilerParts

  constructor(parts: TabReconcilerParts) {
    this.parts = parts
    parts.tabs.listen(cells => {
      for (const cell of cells) this.adopt(cell)
    })
    parts.writer.listen(news => this.adoptNews(news))
  }

  /** Handles a message from another tab of the same user. */
  adopt(shared: SharedCell): void {
    const { store, model, clock } = this.parts
    const state = store.find(shared.key)
    const cell = model.cells.get(shared.key) ?? null
    // A tab that was opened before the question changed has answers to another one.
    if (state === undefined || !isOpenCell(cell) || shared.asked !== state.asked) return
    clock.observe(shared.lastEdit)
    if (shared.lastEdit < state.lastEdit) this.learnOlderEdit(shared, state)
    else if (shared.edit === null) this.takeSaved(cell, shared, state)
    else if (shared.lastEdit > state.lastEdit) this.takeUnsaved(cell, shared, state)
    else if (state.edit !== null) this.mergeSameEdit(shared, state)
  }

  /** Handles what other tabs have stored on this device. */
  private adoptNews(news: readonly DraftConflict[]): void {
    for (const one of news) {
      const state = this.parts.store.find(one.is === 'acknowledged' ? one.key : one.draft.key)
      if (state === undefined) continue
      if (one.is !== 'acknowledged') this.adopt(sharedDraft(one.draft, state))
      else this.noteAcknowledged(one, state)
    }
  }

  /** The server has the other tab's newest edit. */
  private takeSaved(cell: CellModel, shared: SharedCell, state: CellState): void {
    const { store, pending } = this.parts
    const { key, lastEdit, answer: theirs, version, written } = shared
    const isOutdated = version < state.version
    const server = isOutdated ? { base: state.base } : serverPart({ theirs, version, written })
    this.parts.cells.replace(key, contentOfAnswer(cell, server.base))
    store.set(key, {
      ...server,
      ...newestOf(shared, state),
      lastEdit,
      edit: null,
      sent: [],
      conflict: null,
      refusal: null,
      saving: 'saved'
    })
    pending.drop(key)
  }

  /** Another tab's newer edit that is not saved yet. */
  private takeUnsaved(cell: CellModel, shared: SharedCell, state: CellState): void {
    const { key, lastEdit, edit, text, answer, base, version, conflict, refusal } = shared
    const content = contentOfAnswer(cell, answer)
    this.parts.cells.replace(key, answer.value === null ? { ...content, text } : content)
    const sent = unionOfAnswers(state.sent, shared.sent)
    this.parts.store.set(key, {
      lastEdit,
      edit,
      base,
      version,
      sent,
      ...newestOf(shared, state),
      conflict,
      refusal,
      saving: 'kept'
    })
    if (state.version > version) this.parts.reconciler.reconcile(key, { ...state, theirs: state.base })
    this.parts.pending.enqueue([key])
  }

  /** The same edit in both tabs: it may have been sent, or have met another user's. */
  private mergeSameEdit(shared: SharedCell, state: CellState): void {
    const { key, base, version, conflict, refusal } = shared
    this.parts.store.set(key, {
      sent: unionOfAnswers(state.sent, shared.sent),
      ...newestOf(shared, state),
      ...(version > state.version && { base, version }),
      conflict: conflict ?? state.conflict,
      refusal: refusal ?? state.refusal
    })
    this.parts.pending.enqueue([key])
  }

  /** An older edit from another tab: mine stays, and its answer on the server is no conflict. */
  private learnOlderEdit(shared: SharedCell, state: CellState): void {
    const { key, answer, base, version, written } = shared
    const { store } = this.parts
    const isSaved = shared.edit === null
    const theirs = isSaved ? answer : base
    const own = newestOf(shared, state)
    if (state.edit === null) {
      const hasArrived =
        isSaved &&
        version > state.version &&
        shared.ownVersion === version &&
        !isSameAnswer(state.answer, answer)
      const mayArrive = !isSaved && version >= state.version && shared.sent.length > 0
      store.set(key, own)
      // This cell was settled because it equalled the server's answer. The older edit reaches the server
      // later, so it must be sent after all.
      if (hasArrived || mayArrive)
        return this.sendAgain(key, {
          sent: shared.sent,
          ...(version > state.version && { base: theirs, version })
        })
    } else store.set(key, { ...own, sent: unionOfAnswers(state.sent, shared.sent) })
    if (version > state.version) this.parts.reconciler.reconcile(key, { theirs, version, written })
  }

  private sendAgain(key: string, change: Partial<CellState>): void {
    const edit = this.parts.clock.next()
    this.parts.store.set(key, { ...change, edit, lastEdit: edit, saving: 'typed' })
    this.parts.writer.schedule([key], true)
  }

  /** A record on this device says that the server has an edit, but not which answer it was. */
  private noteAcknowledged({ key, edit, version }: Acknowledgement, state: CellState): void {
    const { store, clock, pending, model, reconciler } = this.parts
    clock.observe(edit)
    store.set(key, { ownVersion: Math.max(state.ownVersion, version) })
    const cell = model.cells.get(key)
    if (cell === undefined || edit < state.lastEdit || state.edit === null) return
    pending.drop(key)
    const settled: Partial<CellState> = {
      lastEdit: edit,
      edit: null,
      sent: [],
      conflict: null,
      refusal: null,
      saving: 'saved'
    }
    // Its answer is what was typed, or what the server had before. Which version that is now, the server says.
    if (edit === state.edit) store.set(key, { ...settled, base: state.answer })
    else {
      this.parts.cells.replace(key, contentOfAnswer(cell, state.base))
      store.set(key, settled)
    }
    void reconciler.refresh()
  }
}

const newestOf = (shared: SharedCell, state: CellState) => ({
  ownVersion: Math.max(shared.ownVersion, state.ownVersion)
})
