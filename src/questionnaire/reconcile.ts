// What another person or another tab has made of a cell meets what was typed here. Against the server each cell is merged from base, mine and
// theirs; between the tabs of one person the newest edit wins and is no conflict.
import { unionOfAnswers, isSameAnswer, mergeCell } from './merge.ts'
import type { CellState, CellStore, Conflict } from './cells.ts'
import type { Acknowledgement, Draft } from './draft-database.ts'
import type { Drafts, Found } from './drafts.ts'
import { contentOfAnswer } from './edit-content.ts'
import type { EditClock } from './edit-clock.ts'
import type { Editing } from './editing.ts'
import { isOpenCell, type CellModel, type SectionModel } from './model.ts'
import type { SaveQueue } from './queue.ts'
import type { SharedCell } from './tab-link.ts'

interface ReconcilerParts {
  model: SectionModel
  store: CellStore
  drafts: Drafts
  queue: SaveQueue
  editing: Editing
  clock: EditClock
  /** Cells that may be sent now, or may not any more. */
  offer: (keys: readonly string[]) => void
  /** Keeps an edit on this device and sends it, as if it was typed here. */
  keepAndSend: (key: string) => void
  refetch: () => void
}

export class Reconciler {
  private readonly parts: ReconcilerParts

  constructor(parts: ReconcilerParts) {
    this.parts = parts
  }

  /** Merges the server's answer into a cell; returns true when somebody must choose. */
  reconcile(key: string, other: Conflict): boolean {
    const { store, model, editing, queue } = this.parts
    const state = store.get(key)
    const cell = model.cells.get(key)
    if (cell === undefined || (state.edit === null && state.version === other.version)) return false
    const outcome = outcomeOf(state, other)
    if (outcome === 'conflict') {
      store.set(key, { conflict: other, saving: 'kept' })
      queue.drop(key)
      return true
    }
    if (outcome === 'mine' || state.fault !== null) {
      store.set(key, { base: other.theirs, version: other.version, conflict: null })
      this.parts.offer([key])
      return false
    }
    if (outcome === 'theirs') editing.take(key, contentOfAnswer(cell, other.theirs))
    if (state.edit !== null) this.retract({ key, edit: state.edit, version: other.version })
    store.set(key, { ...serverPart(other), edit: null, sent: [], conflict: null, saving: 'saved' })
    queue.drop(key)
    return false
  }

  /** Another tab of the same person tells of a cell. */
  adopt(shared: SharedCell): void {
    const { store, model, clock } = this.parts
    const state = store.find(shared.key)
    const cell = model.cells.get(shared.key) ?? null
    if (state === undefined || !isOpenCell(cell)) return
    clock.see(shared.lastEdit)
    if (shared.lastEdit < state.lastEdit) this.learn(shared, state)
    else if (shared.edit === null) this.takeSaved(cell, shared, state)
    else if (shared.lastEdit > state.lastEdit) this.takeUnsaved(cell, shared, state)
    else if (state.edit !== null) this.takeNews(shared, state)
  }

  /** What other tabs have left on this device. */
  adoptFound(found: readonly Found[]): void {
    for (const one of found) {
      const state = this.parts.store.find(one.is === 'acknowledged' ? one.key : one.draft.key)
      if (state === undefined) continue
      if (one.is !== 'acknowledged') this.adopt(sharedDraft(one.draft, state))
      else this.noteAcknowledged(one, state)
    }
  }

  /** The server has the newest edit of another tab. */
  private takeSaved(cell: CellModel, shared: SharedCell, state: CellState): void {
    const { store, queue } = this.parts
    const { key, lastEdit, answer: theirs, version, updatedAt, updatedBy } = shared
    const isOutdated = version < state.version
    const server = isOutdated ? { base: state.base } : serverPart({ theirs, version, updatedAt, updatedBy })
    this.parts.editing.take(key, contentOfAnswer(cell, server.base))
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
    queue.drop(key)
  }

  /** A newer edit of another tab that is not saved yet. */
  private takeUnsaved(cell: CellModel, shared: SharedCell, state: CellState): void {
    const { key, lastEdit, edit, text, answer, base, version, conflict, refusal } = shared
    const content = contentOfAnswer(cell, answer)
    this.parts.editing.take(key, answer.value === null ? { ...content, text } : content)
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
    if (state.version > version) this.reconcile(key, { ...state, theirs: state.base })
    this.parts.offer([key])
  }

  /** The same edit here and there: it may have left, or met somebody else's. */
  private takeNews(shared: SharedCell, state: CellState): void {
    const { key, base, version, conflict, refusal } = shared
    this.parts.store.set(key, {
      sent: unionOfAnswers(state.sent, shared.sent),
      ...newestOf(shared, state),
      ...(version > state.version && { base, version }),
      conflict: conflict ?? state.conflict,
      refusal: refusal ?? state.refusal
    })
    this.parts.offer([key])
  }

  /** An older edit of another tab: mine stands, and what the server has of it is no conflict. */
  private learn(shared: SharedCell, state: CellState): void {
    const { key, answer, base, version, updatedAt, updatedBy } = shared
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
      // Settled here as what the server had; the older edit reaches the server after it, so it must be sent after all.
      if (hasArrived || mayArrive)
        return this.sendAgain(key, {
          sent: shared.sent,
          ...(version > state.version && { base: theirs, version })
        })
    } else store.set(key, { ...own, sent: unionOfAnswers(state.sent, shared.sent) })
    if (version > state.version) this.reconcile(key, { theirs, version, updatedAt, updatedBy })
  }

  private sendAgain(key: string, change: Partial<CellState>): void {
    const edit = this.parts.clock.next()
    this.parts.store.set(key, { ...change, edit, lastEdit: edit, saving: 'typed' })
    this.parts.keepAndSend(key)
  }

  private retract(edit: Acknowledgement): void {
    const found = this.parts.drafts.retract([edit])
    void found.then(result => result.ok && this.adoptFound(result.value))
  }

  /** A note on this device says that the server has an edit; which answer it was, the note does not say. */
  private noteAcknowledged({ key, edit, version }: Acknowledgement, state: CellState): void {
    const { store, clock, queue, model, refetch } = this.parts
    clock.see(edit)
    store.set(key, { ownVersion: Math.max(state.ownVersion, version) })
    const cell = model.cells.get(key)
    if (cell === undefined || edit < state.lastEdit || state.edit === null) return
    queue.drop(key)
    const settled: Partial<CellState> = {
      lastEdit: edit,
      edit: null,
      sent: [],
      conflict: null,
      refusal: null,
      saving: 'saved'
    }
    if (edit === state.edit)
      return void store.set(key, {
        ...settled,
        base: state.answer,
        version: Math.max(version, state.version)
      })
    this.parts.editing.take(key, contentOfAnswer(cell, state.base))
    store.set(key, settled)
    refetch()
  }
}

function outcomeOf(
  { edit, base, answer, sent, ownVersion }: CellState,
  { theirs, version }: Conflict
): ReturnType<typeof mergeCell> {
  const outcome = mergeCell(base, answer, theirs, sent)
  // An older edit of this person, sent by another tab: no conflict.
  return edit !== null && version <= ownVersion && outcome !== 'same' ? 'mine' : outcome
}

const serverPart = ({ theirs, version, updatedAt, updatedBy }: Conflict) => ({
  base: theirs,
  version,
  updatedAt,
  updatedBy
})

const newestOf = (shared: SharedCell, state: CellState) => ({
  ownVersion: Math.max(shared.ownVersion, state.ownVersion)
})

export function sharedCell(key: string, state: CellState): SharedCell {
  const {
    lastEdit,
    edit,
    text,
    answer,
    base,
    version,
    ownVersion,
    updatedAt,
    updatedBy,
    sent,
    conflict,
    refusal
  } = state
  return {
    key,
    lastEdit,
    edit,
    text,
    answer,
    base,
    version,
    ownVersion,
    updatedAt,
    updatedBy,
    sent,
    conflict,
    refusal
  }
}

/** A draft of another tab, as that tab would tell of it. */
const sharedDraft = (
  { edit, base_version, own_version, ...draft }: Draft,
  { updatedAt, updatedBy }: CellState
): SharedCell => ({
  ...draft,
  lastEdit: edit,
  edit,
  version: base_version,
  ownVersion: own_version,
  updatedAt,
  updatedBy,
  conflict: null,
  refusal: null
})
