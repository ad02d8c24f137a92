// What a project's screens compare (spec 3, selection and settings state).

import { atom } from 'nanostores'
import type { AverageName } from '#contract/chart-data.ts'
import type { NamedSubmission } from '#contract/filters.ts'
import { deviceTime } from '#lib/time/server-clock.ts'

/** The code of the current page's project; null outside projects. */
export const $projectCode = atom<string | null>(null)
/** The own submission for charts and lists; 0 if none. */
export const $selectedSubmissionId = atom(0)

let addressedSubmission: number | null = null

/** The submission in the address, before the available ones are known. */
export const preferSubmission = (id: number | null): void => {
  addressedSubmission = id
}
export const preferredSubmission = (): number | null => addressedSubmission

/** The submission whose questionnaire is open. */
export const $currentSubmission = atom<NamedSubmission | null>(null)
/** Submissions that are marked in charts in addition to the own one. */
export const $otherSubmissionIds = atom<ReadonlySet<number>>(new Set())
export const $averages = atom<readonly AverageName[]>(['Mean', 'Median', 'Q1', 'Q3'])

export interface IgnoreCache {
  isOn: boolean
  /** Milliseconds since 1970 of the last time it was set to true; null before. */
  lastUpdateTime: number | null
}
export const $ignoreCache = atom<IgnoreCache>({ isOn: false, lastUpdateTime: null })

/** Spec 4: setting it to true also stamps a last-update time. */
export function setIgnoreCache(isOn: boolean, now: number = deviceTime()): void {
  $ignoreCache.set({ isOn, lastUpdateTime: isOn ? now : $ignoreCache.get().lastUpdateTime })
}

/** Clears the previous user's selection. */
export function resetSelection(): void {
  $selectedSubmissionId.set(0)
  addressedSubmission = null
  $currentSubmission.set(null)
  $otherSubmissionIds.set(new Set())
  $ignoreCache.set({ isOn: false, lastUpdateTime: null })
}
