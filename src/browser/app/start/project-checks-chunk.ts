import { chunk } from '#lib/chunk.ts'

export const projectChecks = chunk(() => import('./project-checks.ts'))
