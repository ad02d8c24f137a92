import { chunk } from '#lib/chunk.ts'

export const hosts = chunk(() => import('./hosts.ts'))
