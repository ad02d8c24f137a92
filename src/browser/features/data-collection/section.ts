// The open section: its neighbours, and the watchers of the window and the session.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { registerLeaveCheck } from '#browser/navigation/leave.ts'
import { keysDone } from '#browser/section/state/after-keys.ts'
import { saveReply } from '#browser/section/sync/save-answers.ts'
import { browserTiming } from '#browser/section/sync/timing.ts'
import type { SectionViewer } from '#browser/section/sync/watch-news.ts'
import { watchUnsaved } from '#browser/section/sync/watch-unsaved.ts'
import { watchOthers, watchWindow } from '#browser/section/sync/watch-window.ts'
import { keepLastFiguresChoice } from '#browser/section/table/last-figures.ts'
import { $currentSubmission, $selectedSubmissionId } from '#browser/stores/selection.ts'
import { $session, $tokenState } from '#browser/stores/session.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { personName } from '#domain/people/full-name.ts'
import { preload } from '#lib/chunk.ts'
import { disposeAll } from '#lib/dispose.ts'
import { keepEqual } from '#lib/keep-equal.ts'
import { mapResult, type Result } from '#lib/result.ts'
import { pause } from '#lib/time/clock.ts'
import { loadSectionRows, type HubSectionRow } from './hub/section-rows.ts'
import { watchCellDetails } from './panel/cell-details.ts'
import type { SectionAddress } from './section-address.ts'
import { loadSection, type OpenSection } from './section-loading.ts'

export const $openSection = loadableStore<OpenSection>()
export const $shownSectionRows = loadableStore<HubSectionRow[]>()
const NO_ROWS: HubSectionRow[] = []
/** The questionnaire's sections, for the side list; the same array until their content changes. */
export function shownSectionRows(): HubSectionRow[] {
  const rows = $shownSectionRows.get()
  return rows.state === 'ready' ? rows.value : NO_ROWS
}

/** The side list takes the open section's figures from the page, so the list is reloaded only after a pause in saving. */
const ROWS_REST_MS = 2000

let retryOpenSection = (): void => {}
/** Until the section is there, or could not be loaded. */
let opening: Promise<void> = Promise.resolve()
/** Loads the same section again after a failure. */
export const retrySection = (): void => retryOpenSection()

/** What a page has opened before its first screen is drawn. */
let preparedSection: { name: string; close: () => void } | null = null

/** A section that takes longer has a skeleton meanwhile. */
export const PREPARE_MS = 300

function discardPrepared(): void {
  preparedSection?.close()
  preparedSection = null
}

/**
 * Opens the section that a page begins with, so that its first frame has the cells. The screen takes it over, unless the user has logged out or
 * gone back meanwhile.
 */
export async function prepareSection(address: SectionAddress): Promise<void> {
  discardPrepared()
  const user = $session.get().user?.sub
  const stopUser = $session.listen(({ user: present }) => {
    if (present?.sub !== user) discardPrepared()
  })
  const close = beginSection(address)
  addEventListener('popstate', discardPrepared)
  const stopBack = () => removeEventListener('popstate', discardPrepared)
  preparedSection = { name: JSON.stringify(address), close: () => disposeAll([stopUser, stopBack, close]) }
  await Promise.race([opening, pause(PREPARE_MS)])
}

/** Opens a section. Returns a function that closes it and keeps everything typed on this device. */
export function openSection(address: SectionAddress): () => void {
  const known = preparedSection
  preparedSection = null
  if (known?.name === JSON.stringify(address)) return known.close
  known?.close()
  return beginSection(address)
}

function beginSection(address: SectionAddress): () => void {
  const stops: (() => void)[] = []
  retryOpenSection = () => {
    opening = $openSection.load(JSON.stringify(address), async isNewest => {
      const result = await loadSection(address)
      if (result.ok && isNewest()) {
        stops.push(...attachSectionWatchers(result.value))
        recordSectionVisit(result.value)
        preload(saveReply)
      }
      return result
    })
    void loadRows(address)
  }
  $openSection.reset()
  retryOpenSection()
  return () => {
    $openSection.reset()
    $currentSubmission.set(null)
    disposeAll(stops)
  }
}

/** Loads the side list with what remains in each section. */
export const loadRows = (address: SectionAddress): Promise<void> =>
  $shownSectionRows.load(rowsKey(address), () => readSideList(address))

/** After a change to the section. */
export const reloadRows = (address: SectionAddress): Promise<void> =>
  $shownSectionRows.reload(rowsKey(address), () => readSideList(address))

const rowsKey = ({ questionnaireId, submissionId }: SectionAddress): string =>
  `${$session.get().user?.sub ?? ''}/${questionnaireId}/${submissionId}`

async function readSideList({
  questionnaireId,
  submissionId
}: SectionAddress): Promise<Result<HubSectionRow[]>> {
  const rows = await loadSectionRows(questionnaireId, submissionId)
  await keysDone()
  return mapResult(rows, value => keepEqual(shownSectionRows(), value))
}

/** So that the hub shows this section's submission. */
function recordSectionVisit({ address, questionnaire }: OpenSection): void {
  $selectedSubmissionId.set(address.submissionId)
  $currentSubmission.set(questionnaire.submission)
}

/** Under which something of this user is kept on this device. */
export const keptName = (what: string, ...parts: number[]): string =>
  [what, runtimeConfig().programmeCode, $session.get().user?.sub ?? '', ...parts].join(' ')

/** Who reads the section. */
export function sectionViewer(): SectionViewer {
  const details = $session.get().user?.details
  return { userId: details?.user_id ?? 0, name: (details && personName(details)) ?? '' }
}

/** Watchers that run while a section is open. Returns the functions that stop them. */
function attachSectionWatchers({ engine, address }: OpenSection): (() => void)[] {
  const user = $session.get().user?.sub
  const stopSession = $tokenState.listen(state => {
    if (state === 'valid' && $session.get().user?.sub === user) engine.sendNow()
  })
  let savedAt: number | null = null
  let stopTimer = (): void => {}
  const stopRows = engine.$status.listen(status => {
    if (status.savedAt === savedAt || status.unsaved > 0) return
    savedAt = status.savedAt
    stopTimer()
    stopTimer = browserTiming.after(ROWS_REST_MS, () => void loadRows(address))
  })
  const stops = [
    keepLastFiguresChoice(keptName('last figures')),
    watchWindow(engine, window),
    watchOthers(engine, window),
    watchUnsaved(engine, registerLeaveCheck),
    watchCellDetails(engine, address),
    stopSession,
    stopRows,
    () => stopTimer(),
    () => engine.stop()
  ]
  // After logout, here or in another tab, nothing is sent any more; unsent entries stay on this device for
  // this user.
  const stopUser = $session.listen(({ user: present }) => {
    if (present?.sub !== user) disposeAll(stops)
  })
  return [stopUser, () => disposeAll(stops)]
}
