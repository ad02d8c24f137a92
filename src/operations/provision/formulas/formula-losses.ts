// Refuses to retire or restore a part that a formula in use counts, as the questionnaire builder does.

import { ancestor } from '#operations/provision/content.ts'
import type { Difference, DifferenceEntry } from '#operations/provision/difference.ts'
import type { KindName } from '#operations/provision/kinds/content-kind.ts'
import type { StoredContent, StoredContentRow } from '#operations/provision/stored/stored-row.ts'
import {
  faultsOfFormulas,
  readCellsInUse,
  type FormulaCell
} from '#server/builders/questionnaires/retiring.ts'
import type { Tx } from '#server/database/schema.ts'

const moving = new Set<KindName>([
  'questions',
  'sub_sections',
  'sub_section_rows',
  'sub_section_columns',
  'question_memberships'
])

/** Makes the change, and refuses the retired or restored parts that a formula depends on. */
export async function refusalsOfLosses(
  tx: Tx,
  programmeId: number,
  stored: StoredContent,
  { gone, changed }: Difference,
  change: () => Promise<void>
): Promise<DifferenceEntry[]> {
  const parts = [
    ...gone.map(({ row }) => row),
    ...changed.filter(({ columns }) => columns.includes('is_active')).map(one => one.stored)
  ].filter(({ kind }) => moving.has(kind))
  const sections = sectionsOfParts(parts, stored)
  const ids = [...sections.keys()].map(key => stored.sections.get(key)?.identity['section_id'] ?? 0)
  if (ids.length === 0) {
    await change()
    return []
  }
  const before = await readCellsInUse(tx, programmeId, ids)
  await change()
  const after = await readCellsInUse(tx, programmeId, ids)
  return [...sections.values()].flatMap((own, index): DifferenceEntry[] => {
    const here = (cells: readonly FormulaCell[]): FormulaCell[] =>
      cells.filter(cell => cell.section_id === ids[index])
    const faults = faultsOfFormulas(here(before), here(after))
    return own.flatMap(({ kind, key }) =>
      faults.map(({ field, message }) => ({
        change: 'refused',
        kind,
        key,
        reason: `${field}: ${message}`
      }))
    )
  })
}

/** The parts, by section. */
function sectionsOfParts(
  parts: readonly StoredContentRow[],
  stored: StoredContent
): Map<string, StoredContentRow[]> {
  const sections = new Map<string, StoredContentRow[]>()
  const membershipsOf = Map.groupBy(stored.question_memberships.values(), ({ refs }) => refs['question_id'])
  for (const part of parts) {
    const keys =
      part.kind === 'questions' ? (membershipsOf.get(part.key) ?? []).map(({ key }) => key) : [part.key]
    for (const section of new Set(keys.map(key => ancestor(key, 'sections'))))
      sections.set(section, [...(sections.get(section) ?? []), part])
  }
  return sections
}
