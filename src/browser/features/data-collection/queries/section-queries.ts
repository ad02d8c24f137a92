import { atom } from 'nanostores'
import type { DataQuery } from '#contract/queries.ts'

/** The queries of the open section. Empty until their code is there, which is loaded where there are any. */
export const $sectionQueries = atom<readonly DataQuery[]>([])
