import { EXPLORER_PAGES } from '#contract/codes.ts'
import type { Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'

/** A slug that no other group of the project has: "Staff, temporary" becomes `staff-temporary`. */
export async function groupSlug(
  tx: Tx,
  programmeId: number,
  projectId: number,
  name: string
): Promise<string> {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
  const base =
    plain
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replace(/^-/, '')
      .slice(0, 60)
      .replace(/-$/, '') || 'group'
  const rows = await tx
    .selectFrom('chart_groups as g')
    .innerJoin('collections as c', join => inProgramme(join, 'c', 'g', 'collection_id'))
    .select('g.group_slug')
    .where(eb => eb.and({ 'g.programme_id': programmeId, 'c.project_id': projectId }))
    .where('g.group_slug', 'like', `${base}%`)
    .execute()
  const taken = new Set([...EXPLORER_PAGES, ...rows.map(row => row.group_slug)])
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!taken.has(slug)) return slug
  }
}
