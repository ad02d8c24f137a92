// Lists, opens and closes correction windows, for admins.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { projectPeriodScope, type ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import {
  closeCorrectionWindow,
  listCorrectionWindows,
  openCorrectionWindows,
  planCorrectionWindows,
  type OpenedWindow,
  type WindowKind
} from '#contract/correction-windows.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { MAX_PAGE_ROWS } from '#contract/limits.ts'
import type { Result } from '#lib/result.ts'
import { reloadAcceptances } from './acceptances.ts'

export const $correctionWindows = loadableStore<ReplyOf<typeof listCorrectionWindows>>()

const windowsKey = ({ projectId, timePeriodId }: ProjectPeriod): string => `${projectId}/${timePeriodId}`

const readWindows = (period: ProjectPeriod) =>
  call(listCorrectionWindows, { query: { ...projectPeriodScope(period), limit: MAX_PAGE_ROWS } })

export const loadCorrectionWindows = (period: ProjectPeriod): Promise<void> =>
  $correctionWindows.load(windowsKey(period), () => readWindows(period))

/** After a change to them. */
export const reloadCorrectionWindows = (period: ProjectPeriod): Promise<void> =>
  $correctionWindows.reload(windowsKey(period), () => readWindows(period))

export const $correctionPlan = loadableStore<ReplyOf<typeof planCorrectionWindows>>()

/** A questionnaire or section of some submissions. */
export interface CorrectedPart {
  submission_ids: number[]
  questionnaire_id: number
  section_id: number | null
}

/** Loads the cells that a window of queried answers would open. */
export const loadCorrectionPlan = (period: ProjectPeriod, part: CorrectedPart): Promise<void> =>
  $correctionPlan.load(JSON.stringify([period, part]), () =>
    call(planCorrectionWindows, { body: { ...projectPeriodScope(period), ...part } })
  )

interface CorrectionRequest extends CorrectedPart {
  window_kind: WindowKind
  open_until: string
  reason_text: string
}

export async function openForCorrections(
  period: ProjectPeriod,
  request: CorrectionRequest
): Promise<Result<ReplyOf<typeof openCorrectionWindows>>> {
  const result = await call(openCorrectionWindows, {
    body: { ...projectPeriodScope(period), ...request }
  })
  if (result.ok) void reloadAcceptances(period)
  return result
}

export async function closeWindow(
  period: ProjectPeriod,
  { correction_window_id: id }: OpenedWindow
): Promise<Result<unknown>> {
  const result = await call(closeCorrectionWindow, { params: { id } })
  await Promise.all([reloadCorrectionWindows(period), reloadAcceptances(period)])
  return result
}
