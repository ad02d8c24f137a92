// What the side panel shows of the focused cell and the section does not carry: its history, and the peers' figures of the period before.
import { atom } from 'nanostores'
import { call } from '#api/call.ts'
import { getSectionQuestions, type CellDetails } from '#contract/questionnaires.ts'
import { settled, type Loadable } from '#lib/loadable.ts'
import type { SectionEngine } from '#questionnaire/section-engine.ts'
import { browserTiming, type Timing } from '#questionnaire/sync/timing.ts'
import type { SectionAddress } from './section-address.ts'

export const $cellDetails = atom<Loadable<CellDetails>>({ state: 'loading' })

/** Nobody reads a panel while running through cells. */
const FOCUS_DEBOUNCE_MS = 200
/** As many as somebody goes back to. */
const MAX_CACHED = 200
const NOTHING: CellDetails = { history: [], spread: null }

let tryAgain = (): void => {}
/** After a failure: the same cell once more. */
export const retryCellDetails = (): void => tryAgain()

/** Follows the cursor while the section is open; the answer stops it. Late answers are ignored, and typing never waits. */
export function watchCellDetails(
  engine: SectionEngine,
  address: SectionAddress,
  timing: Timing = browserTiming
): () => void {
  const known = new Map<string, { version: number; details: CellDetails }>()
  let wanted = ''
  let stopTimer = (): void => {}
  let stopCell = (): void => {}

  const load = async (key: string): Promise<void> => {
    const { version } = engine.store.get(key)
    const ask = (wanted = `${key} ${version}`)
    const { questionnaireId, submissionId, sectionId } = address
    const params = { id: questionnaireId, sid: sectionId }
    const result = await call(getSectionQuestions, {
      params,
      query: { submission_id: submissionId, cell: key }
    })
    if (result.ok) keep(known, key, { version, details: result.value.cell_details ?? NOTHING })
    if (wanted === ask) $cellDetails.set(settled(result, reply => reply.cell_details ?? NOTHING))
  }

  const show = (key: string): void => {
    wanted = ''
    stopTimer()
    const found = known.get(key)
    const isFresh = found?.version === engine.store.get(key).version
    $cellDetails.set(
      found === undefined ? { state: 'loading' } : { state: 'ready', value: found.details, stale: !isFresh }
    )
    if (!isFresh) stopTimer = timing.after(FOCUS_DEBOUNCE_MS, () => void load(key))
  }

  const stopFocus = engine.$focused.subscribe(key => {
    stopCell()
    stopTimer()
    if (key === null) return
    let { version } = engine.store.get(key)
    tryAgain = () => show(key)
    stopCell = engine.store.subscribe(key, () => {
      if (engine.store.get(key).version === version) return
      ;({ version } = engine.store.get(key))
      show(key)
    })
    show(key)
  })
  return () => {
    wanted = ''
    stopFocus()
    stopCell()
    stopTimer()
    tryAgain = () => {}
  }
}

function keep<T>(known: Map<string, T>, key: string, value: T): void {
  known.delete(key)
  known.set(key, value)
  const [oldest] = known.keys()
  if (known.size > MAX_CACHED && oldest !== undefined) known.delete(oldest)
}
