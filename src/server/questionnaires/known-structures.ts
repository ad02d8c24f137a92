import type { Database } from '../database/schema.ts'
import { structureOf, type SubSectionStructure } from './structure.ts'

/** Structures of sections that this process has read, for each database, the one longest unused first. */
const known = new WeakMap<Database, Map<string, readonly SubSectionStructure[]>>()
const MOST_SECTIONS = 64

interface SectionVersion {
  programmeId: number
  questionnaireId: number
  sectionId: number
  /** Of the questionnaire, read in this transaction: every change of its structure counts it up, in whichever process it is made. */
  version: number
}

/**
 * A section's structure, read once for each version of its questionnaire. It is read after the version, so what is kept is never older than
 * its version says. `work` reads; `database` only says whose structure it is.
 */
export async function knownStructure(
  database: Database,
  work: Database,
  section: SectionVersion
): Promise<readonly SubSectionStructure[]> {
  const { programmeId, questionnaireId, sectionId, version } = section
  const structures = known.get(database) ?? new Map<string, readonly SubSectionStructure[]>()
  known.set(database, structures)
  const key = [programmeId, questionnaireId, sectionId, version].join(':')
  const structure = structures.get(key) ?? (await structureOf(work, programmeId, sectionId))
  structures.delete(key)
  structures.set(key, structure)
  for (const oldest of structures.keys()) {
    if (structures.size <= MOST_SECTIONS) break
    structures.delete(oldest)
  }
  return structure
}
