import { chunk } from '#lib/chunk.ts'

export const sectionParts = chunk(() => import('./section-parts.ts'))
