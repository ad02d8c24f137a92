import * as v from 'valibot'
import { Id } from './fields.ts'
import { MAX_CHOSEN_OPTIONS } from './limits.ts'

/** A filter as chosen: only the options that are on. */
export const ActiveFilter = v.object({
  filter_id: Id,
  filter_name: v.pipe(v.string(), v.maxLength(200)),
  option_list: v.pipe(
    v.array(v.object({ option_name: v.pipe(v.string(), v.maxLength(200)) })),
    v.maxLength(MAX_CHOSEN_OPTIONS)
  )
})
export type ActiveFilter = v.InferOutput<typeof ActiveFilter>
