import { chunk } from '#lib/chunk.ts'

export const overlays = chunk(() => import('./overlays.ts'))
