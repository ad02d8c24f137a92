// Stores drafts of charts on this device until they are saved or discarded, separately for each account.

import * as v from 'valibot'
import { OutputName } from '#contract/chart-kinds.ts'
import { ChartDirection, Statistic } from '#contract/charts.ts'
import type { ChartDraft } from './chart-draft.ts'

const termSchema = v.object({
  question_id: v.number(),
  row_id: v.number(),
  column_id: v.number(),
  factor: v.number()
})
const draftSchema: v.GenericSchema<unknown, ChartDraft> = v.object({
  chart_name: v.string(),
  unit: v.string(),
  decimal_places: v.number(),
  direction: ChartDirection,
  // Drafts of earlier versions lack these fields.
  statistic: v.optional(Statistic, 'none'),
  target_value: v.string(),
  axis_min: v.string(),
  axis_max: v.string(),
  hidden_output_names: v.array(OutputName),
  definition: v.string(),
  numerator_text: v.string(),
  denominator_text: v.string(),
  source_text: v.string(),
  caveats: v.string(),
  series: v.array(
    v.object({
      name: v.string(),
      isRatio: v.boolean(),
      numerator: v.array(termSchema),
      denominator: v.array(termSchema),
      standardDeviation: v.optional(v.array(termSchema), () => []),
      multiplier: v.string()
    })
  )
})
const Stored = v.object({ version: v.number(), base: draftSchema, draft: draftSchema })
/** A draft with the chart version that it is based on. */
export type StoredDraft = v.InferOutput<typeof Stored>

/** The key of a draft: a stored chart's id, or a new chart's group. */
export interface DraftKey {
  userId: number
  projectId: number
  chart: number | string
}

const chartDraftKey = ({ userId, projectId, chart }: DraftKey): string =>
  `chart-draft/${userId}/${projectId}/${chart}`

/** Null if storage is blocked or was edited by hand. */
export function readDraft(key: DraftKey): StoredDraft | null {
  try {
    const reading = v.safeParse(Stored, JSON.parse(localStorage.getItem(chartDraftKey(key)) ?? 'null'))
    return reading.success ? reading.output : null
  } catch {
    return null
  }
}

export function storeDraft(key: DraftKey, stored: StoredDraft): void {
  try {
    localStorage.setItem(chartDraftKey(key), JSON.stringify(stored))
  } catch {
    // Without storage the draft lasts as long as the page, and leaving asks.
  }
}

export function removeDraft(key: DraftKey): void {
  try {
    localStorage.removeItem(chartDraftKey(key))
  } catch {
    // Then nothing was stored either.
  }
}
