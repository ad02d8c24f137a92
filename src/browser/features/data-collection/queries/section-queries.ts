import { atom } from 'nanostores'
import type { DataQuery } from '#contract/queries.ts'

/** The queries of the open section. Empty until their code has loaded, which happens only if there are any. */
export const $sectionQueries = atom<readonly DataQuery[]>([])
