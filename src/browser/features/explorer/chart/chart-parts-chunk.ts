import { chunk } from '#lib/chunk.ts'

export const chartParts = chunk(() => import('./chart-parts.ts'))
