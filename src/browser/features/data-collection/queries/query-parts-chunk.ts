import { chunk } from '#lib/chunk.ts'

export const queryParts = chunk(() => import('./query-parts.ts'))
