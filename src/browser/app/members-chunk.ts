import { chunk } from '#lib/chunk.ts'

export const members = chunk(() => import('./members.ts'))
