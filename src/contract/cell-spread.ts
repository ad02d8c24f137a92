import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { IdOrZero } from './fields.ts'

const nullableNumber = v.nullable(v.number())

/** What other units answered in a cell in the previous period. */
export const CellSpread = v.object({
  time_period_name: v.string(),
  /** Submissions with a number in this cell, without the own unit, as charts count them; in strict projects without those of the own organisation. Null if it may not be disclosed. */
  n: v.nullable(IdOrZero),
  /** Without names, ascending; empty if suppressed or if others are anonymous. A long list is sampled evenly. */
  values: describe('One entry for each submission.', v.array(v.number())),
  minimum: nullableNumber,
  Q1: nullableNumber,
  Median: nullableNumber,
  Q3: nullableNumber,
  maximum: nullableNumber,
  is_suppressed: v.boolean()
})
export type CellSpread = v.InferOutput<typeof CellSpread>
