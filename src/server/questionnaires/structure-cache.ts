import { LRUCache } from 'lru-cache'
import type { Database } from '../database/schema.ts'
import { structureOf, type SubSectionStructure } from './structure.ts'

/** Structures of sections that this process has read, for each database. */
const caches = new WeakMap<Database, LRUCache<string, readonly SubSectionStructure[]>>()
const MAX_SECTIONS = 256

interface SectionVersion {
  programmeId: number
  questionnaireId: number
  sectionId: number
  /** Of the questionnaire, read in this transaction: every change of its structure counts it up, in whichever process it is made. */
  version: number
}

/**
 * A section's structure, read once for each version of its questionnaire. It is read after the version, so what is kept is never older than
 * its version says. `tx` reads; `database` only says whose structure it is.
 */
export async function cachedStructure(
  database: Database,
  tx: Database,
  section: SectionVersion
): Promise<readonly SubSectionStructure[]> {
  const { programmeId, questionnaireId, sectionId, version } = section
  const cache = caches.get(database) ?? new LRUCache({ max: MAX_SECTIONS })
  caches.set(database, cache)
  const key = [programmeId, questionnaireId, sectionId, version].join(':')
  const structure = cache.get(key) ?? (await structureOf(tx, programmeId, sectionId))
  cache.set(key, structure)
  return structure
}
