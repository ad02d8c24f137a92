// Whether answers wait on this device. What reads them is loaded when it is asked.

import type { UnsentSection } from '#browser/section/sync/unsent-sections.ts'
import { chunk } from '#lib/chunk.ts'
import { runtimeConfig } from './site-config.ts'

const unsentSections = chunk(() => import('#browser/section/sync/unsent-sections.ts'))

/** The sections with unsent answers of this programme's members; none where their code could not be loaded. */
export async function findUnsentSections(): Promise<UnsentSection[]> {
  try {
    const { listUnsentSections } = await unsentSections.load()
    return await listUnsentSections(runtimeConfig().programmeCode)
  } catch {
    return []
  }
}
