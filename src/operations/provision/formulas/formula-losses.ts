// Refuses to retire or restore a part that a formula in use depends on, to add a place whose answers it would count, and to restore a formula without
// the parts that it reads, as the questionnaire builder does.

import type { KindName } from '#operations/provision/content-kinds/definition.ts'
import { ancestor, type ContentRow, type FilePosition } from '#operations/provision/content.ts'
import { refuseRow, type Difference, type DifferenceEntry } from '#operations/provision/difference.ts'
import type { StoredContent } from '#operations/provision/stored/stored-row.ts'
import {
  faultsOfFormulas,
  readFormulaCells,
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

/** Only what the files contain has a position in them. */
type GuardedPart = ContentRow & { place?: FilePosition }

const isRetirable = ({ kind }: ContentRow): boolean => RETIRABLE_PARTS.has(kind)

/** Makes the change and returns a refusal for each retired, restored or added part that a formula depends on. */
export async function applyGuardingFormulas(
  tx: Tx,
  programmeId: number,
  stored: StoredContent,
  { added, removed, changed }: Difference,
  change: () => Promise<void>
): Promise<DifferenceEntry[]> {
  const lost = removed.map(({ row }) => row).filter(isRetirable)
  const gained = [
    ...changed
      .filter(({ columns }) => columns.includes('is_active'))
      .map(one => one.stored)
      .filter(isRetirable),
    // The question may have answers from a place in another questionnaire, or in a part that was retired.
    ...added.filter(
      ({ kind, key, refs }) =>
        kind === 'question_memberships' &&
        stored.questions.has(refs['question_id'] ?? '') &&
        stored.sections.has(ancestor(key, 'sections'))
    )
  ]
  const isLost = new Set<ContentRow>(lost)
  const sections = sectionsOfParts([...lost, ...gained], stored)
  const ids = [...sections.keys()].map(key => stored.sections.get(key)?.identity['section_id'] ?? 0)
  if (ids.length === 0) {
    await change()
    return []
  }
  const before = await readFormulaCells(tx, programmeId, ids)
  await change()
  const after = await readFormulaCells(tx, programmeId, ids)
  return [...sections.values()].flatMap((own, index): DifferenceEntry[] => {
    const here = (cells: readonly FormulaCell[]): FormulaCell[] =>
      cells.filter(cell => cell.section_id === ids[index])
    const { losses, gains } = faultsOfFormulas(here(before), here(after))
    return own.flatMap(row =>
      (isLost.has(row) ? losses : gains).map(({ field, message }) => refuseRow(row, `${field}: ${message}`))
    )
  })
}

/** The parts, by section. */
function sectionsOfParts(parts: readonly GuardedPart[], stored: StoredContent): Map<string, GuardedPart[]> {
  const sections = new Map<string, GuardedPart[]>()
  const membershipsOf = Map.groupBy(stored.question_memberships.values(), ({ refs }) => refs['question_id'])
  for (const part of parts) {
    const keys =
      part.kind === 'questions' ? (membershipsOf.get(part.key) ?? []).map(({ key }) => key) : [part.key]
    for (const section of new Set(keys.map(key => ancestor(key, 'sections'))))
      sections.set(section, [...(sections.get(section) ?? []), part])
  }
  return sections
}
