import * as v from 'valibot'
import { describe } from '#lib/describe.ts'

/** Why there is nothing to report in a section. Its cells are missing, except for the zeros of `none_happened`. */
export const EmptySectionReason = v.picklist(['none_happened', 'not_done', 'not_recorded'])
export type EmptySectionReason = v.InferOutput<typeof EmptySectionReason>

/** In replies. */
export const DeclaredReason = describe(
  'Why a lead has declared that there is nothing to report in the section; null if no one has.',
  v.exactOptional(v.nullable(EmptySectionReason))
)
