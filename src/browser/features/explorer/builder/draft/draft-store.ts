// Drafts of charts that are kept on this device.

import * as v from 'valibot'
import { createDraftStorage, type SchemasOf } from '#browser/editing/draft-storage.ts'
import { Aggregate } from '#contract/chart-aggregates.ts'
import { ChartDirection, Statistic } from '#contract/charts.ts'
import { OutputName } from '#contract/output-names.ts'
import type { SumTerm } from '#domain/formulas/figure-sum.ts'
import type { ChartDraft, DraftSeries } from './chart-draft.ts'

const termSchema = v.object({
  question_id: v.number(),
  row_id: v.number(),
  column_id: v.number(),
  factor: v.number(),
  aggregate: v.exactOptional(v.nullable(Aggregate))
} satisfies SchemasOf<SumTerm>)

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
    } satisfies SchemasOf<DraftSeries>)
  )
} satisfies SchemasOf<ChartDraft>)

/** Each with the version of the chart that it was begun on. */
export const chartDrafts = createDraftStorage(
  'chart-draft',
  v.object({ version: v.number(), base: draftSchema, draft: draftSchema })
)

/** The key of a draft: a stored chart's id, or a new chart's group. */
export interface DraftKey {
  userId: number
  projectId: number
  chart: number | string
}

export const chartDraftKey = ({ userId, projectId, chart }: DraftKey): string =>
  `${userId}/${projectId}/${chart}`
