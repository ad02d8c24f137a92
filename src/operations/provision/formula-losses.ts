// Refuses to retire or restore a part that a formula in use counts, as the questionnaire builder does.
import { faultsOfFormulas, cellsInUse, type Cell } from '#server/builders/retiring.ts'
import type { Tx } from '#server/database/schema.ts'
import { ancestor } from './content.ts'
import type { Difference, Entry } from './difference.ts'
import type { KindName } from './kind.ts'
import type { StoredContent, StoredRow } from './stored-row.ts'

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
): Promise<Entry[]> {
  const parts = [
    ...gone.map(({ row }) => row),
    ...changed.filter(({ columns }) => columns.includes('is_active')).map(one => one.stored)
  ].filter(({ kind }) => moving.has(kind))
  const sections = sectionsOf(parts, stored)
  const ids = [...sections.keys()].map(key => stored.sections.get(key)?.identity['section_id'] ?? 0)
  if (ids.length === 0) {
    await change()
    return []
  }
  const before = await cellsInUse(tx, programmeId, ids)
  await change()
  const after = await cellsInUse(tx, programmeId, ids)
  return [...sections.values()].flatMap((own, index): Entry[] => {
    const here = (cells: readonly Cell[]): Cell[] => cells.filter(cell => cell.section_id === ids[index])
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
function sectionsOf(parts: readonly StoredRow[], stored: StoredContent): Map<string, StoredRow[]> {
  const sections = new Map<string, StoredRow[]>()
  const membershipsOf = Map.groupBy(stored.question_memberships.values(), ({ refs }) => refs['question_id'])
  for (const part of parts) {
    const keys =
      part.kind === 'questions' ? (membershipsOf.get(part.key) ?? []).map(({ key }) => key) : [part.key]
    for (const section of new Set(keys.map(key => ancestor(key, 'sections'))))
      sections.set(section, [...(sections.get(section) ?? []), part])
  }
  return sections
}
