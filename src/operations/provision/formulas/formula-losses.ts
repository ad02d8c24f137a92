// Refuses to retire or restore a part that a formula in use depends on, as the questionnaire builder does.

import type { KindName } from '#operations/provision/content-kinds/definition.ts'
import { ancestor } from '#operations/provision/content.ts'
import { refuseRow, type Difference, type DifferenceEntry } from '#operations/provision/difference.ts'
import type { StoredContent, StoredContentRow } from '#operations/provision/stored/stored-row.ts'
import {
  faultsOfFormulas,
  readCellsInUse,
  type FormulaCell
} from '#server/builders/questionnaires/retiring.ts'
import type { Tx } from '#server/database/schema.ts'

const RETIRABLE_PARTS = new Set<KindName>([
  'questions',
  'sub_sections',
  'sub_section_rows',
  'sub_section_columns',
  'question_memberships'
])

/** Makes the change and returns a refusal for each retired or restored part that a formula depends on. */
export async function applyGuardingFormulas(
  tx: Tx,
  programmeId: number,
  stored: StoredContent,
  { removed, changed }: Difference,
  change: () => Promise<void>
): Promise<DifferenceEntry[]> {
  const parts = [
    ...removed.map(({ row }) => row),
    ...changed.filter(({ columns }) => columns.includes('is_active')).map(one => one.stored)
  ].filter(({ kind }) => RETIRABLE_PARTS.has(kind))
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
    return own.flatMap(row => faults.map(({ field, message }) => refuseRow(row, `${field}: ${message}`)))
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
