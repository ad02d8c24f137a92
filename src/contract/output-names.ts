import * as v from 'valibot'
import { chartKindNames } from './chart-kinds.ts'

/** The kind of chart in a tab. */
export const OutputName = v.picklist(chartKindNames)
export type OutputName = v.InferOutput<typeof OutputName>
