import { LRUCache } from 'lru-cache'
import type { Database } from '#server/database/schema.ts'
import { sectionsSharing, type SharingSection } from '#server/database/shared-questions.ts'
import { structureOf, type SubSectionStructure } from './structure.ts'

interface CachedSection {
  structure: readonly SubSectionStructure[]
  /** Other sections that ask one of its questions. */
  sharing: readonly SharingSection[]
}

/** Cached sections, by database. */
const caches = new WeakMap<Database, LRUCache<string, CachedSection>>()
const MAX_SECTIONS = 256

interface SectionVersion {
  programmeId: number
  questionnaireId: number
  sectionId: number
  /**
   * The questionnaire's version, read in this transaction. Every change of its structure increments it, in
   * whichever process.
   */
  version: number
}

/**
 * The structure of one of the questionnaire's sections, read once per version. It is read after the version, so the
 * cached structure is never older than its version.
 */
export async function cachedStructure(
  database: Database,
  section: SectionVersion
): Promise<readonly SubSectionStructure[]> {
  const { structure, keep } = await structureToKeep(database, database, section)
  keep()
  return structure
}

/**
 * The same for a section that may be another questionnaire's: `keep` caches it once it is found to be of this one, so that
 * wrong ids put nobody else's structure out of the cache. `tx` reads; `database` is only the cache's key.
 */
export async function structureToKeep(database: Database, tx: Database, section: SectionVersion) {
  const { programmeId, questionnaireId, sectionId, version } = section
  const cache = caches.get(database) ?? new LRUCache({ max: MAX_SECTIONS })
  caches.set(database, cache)
  const key = [programmeId, questionnaireId, sectionId, version].join(':')
  const found = cache.get(key) ?? (await sectionToCache(tx, programmeId, sectionId))
  return { ...found, keep: () => void cache.set(key, found) }
}

async function sectionToCache(tx: Database, programmeId: number, sectionId: number): Promise<CachedSection> {
  const structure = await structureOf(tx, programmeId, sectionId)
  return { structure, sharing: await sectionsSharing(tx, programmeId, sectionId) }
}
