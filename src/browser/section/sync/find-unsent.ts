// Whether answers wait on this device. What reads them is loaded when it is asked.

import { runtimeConfig } from '#browser/stores/site-config.ts'
import { chunk } from '#lib/chunk.ts'
import type { UnsentSection } from './unsent-sections.ts'

const unsentSections = chunk(() => import('./unsent-sections.ts'))

/** The sections with unsent answers of this programme's members; none where their code could not be loaded. */
export async function findUnsentSections(): Promise<UnsentSection[]> {
  try {
    const { listUnsentSections } = await unsentSections.load()
    return await listUnsentSections(runtimeConfig().programmeCode)
  } catch {
    return []
  }
}
