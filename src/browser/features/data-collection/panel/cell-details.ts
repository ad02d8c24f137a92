// What the side panel shows but the section does not contain: the cell's history and last period's peer
// figures.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import type { SectionAddress } from '#browser/features/data-collection/section-address.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { afterKeys, keysDone } from '#browser/section/state/after-keys.ts'
import { isOpenCell } from '#browser/section/state/model.ts'
import { browserTiming } from '#browser/section/sync/timing.ts'
import { getSectionQuestions, type CellDetails } from '#contract/questionnaires.ts'
import { mapResult, ok } from '#lib/result.ts'

export const $cellDetails = loadableStore<CellDetails>()

/** Debounced: nobody reads the panel while moving through cells. */
const DETAILS_DEBOUNCE_MS = 200
/** Enough to go back to recent cells without a call. */
const MAX_CACHED = 200
const NO_DETAILS: CellDetails = { history: [], spread: null }

let retryDetails = (): void => {}
/** Loads the same cell again after a failure. */
export const retryCellDetails = (): void => retryDetails()

/** Follows the cursor while the section is open; the answer stops it. Typing never waits. */
export function watchCellDetails(engine: SectionEngine, address: SectionAddress): () => void {
  const known = new Map<string, { version: number; details: CellDetails }>()
  let stopTimer = (): void => {}
  let stopCell = (): void => {}

  const load = (key: string): Promise<void> =>
    $cellDetails.load(key, async () => {
      const { version } = engine.store.get(key)
      const { questionnaireId, submissionId, sectionId } = address
      const params = { id: questionnaireId, sid: sectionId }
      const query = { submission_id: submissionId, cell: key }
      const reply = await call(getSectionQuestions, { params, query })
      const result = mapResult(reply, ({ cell_details }) => cell_details ?? NO_DETAILS)
      if (result.ok) {
        keepRecent(known, key, { version, details: result.value })
        // The history contains a newer save than the page: update the cell, so that it does not show the old value.
        const newest = result.value.history[0]?.version ?? 0
        if (newest > engine.store.get(key).version && isOpenCell(engine.model.cells.get(key) ?? null))
          void engine.refresh()
      }
      await keysDone()
      return result
    })

  const show = (key: string): void => {
    stopTimer()
    const found = known.get(key)
    const isFresh = found?.version === engine.store.get(key).version
    if (found === undefined) $cellDetails.reset()
    else $cellDetails.settle(key, ok(found.details), !isFresh)
    if (!isFresh)
      stopTimer = browserTiming.after(DETAILS_DEBOUNCE_MS, () => afterKeys(() => void load(key), 0))
  }

  const stopFocus = engine.$focused.subscribe(key => {
    stopCell()
    stopTimer()
    if (key === null) return
    let { version } = engine.store.get(key)
    retryDetails = () => show(key)
    stopCell = engine.store.subscribe(key, () => {
      if (engine.store.get(key).version === version) return
      ;({ version } = engine.store.get(key))
      afterKeys(() => void (engine.$focused.get() === key && show(key)), 0)
    })
    show(key)
  })
  return () => {
    $cellDetails.reset()
    stopFocus()
    stopCell()
    stopTimer()
    retryDetails = () => {}
  }
}

function keepRecent<T>(known: Map<string, T>, key: string, value: T): void {
  known.delete(key)
  known.set(key, value)
  const [oldest] = known.keys()
  if (known.size > MAX_CACHED && oldest !== undefined) known.delete(oldest)
}
