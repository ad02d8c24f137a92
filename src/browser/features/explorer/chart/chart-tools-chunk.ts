import { chunk } from '#lib/chunk.ts'

export const chartTools = chunk(() => import('./chart-tools.tsx'))
