import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { Id } from './fields.ts'
import { MAX_OPTIONS } from './limits.ts'

/** How the cases of a survey, or the rows of a repeating block, become one figure of their submission. */
export const AggregateKind = v.picklist([
  'count',
  'response_rate',
  'mean',
  'median',
  'share',
  'top_box',
  'sum'
])
export type AggregateKind = v.InferOutput<typeof AggregateKind>

/**
 * `count`: complete cases, or rows in use. `response_rate`: complete cases ÷ codes issued. `mean`, `median` and `sum` of numbers. `share`: answers with one
 * of the options, or with yes, ÷ all answers. `top_box`: answers with the highest step of a scale ÷ all answers.
 */
export const Aggregate = v.object({
  kind: AggregateKind,
  option_ids: describe(
    'The options that a share counts; empty for all other figures and for yes-or-no questions.',
    v.optional(v.pipe(v.array(Id), v.maxLength(MAX_OPTIONS)), [])
  )
})
export type Aggregate = v.InferOutput<typeof Aggregate>
