import * as v from 'valibot'
import { Id } from './fields.ts'

/** A filter as chosen: only the options that are on. */
export const ActiveFilter = v.object({
  filter_id: Id,
  filter_name: v.string(),
  option_list: v.array(v.object({ option_name: v.pipe(v.string(), v.maxLength(200)) }))
})
export type ActiveFilter = v.InferOutput<typeof ActiveFilter>
