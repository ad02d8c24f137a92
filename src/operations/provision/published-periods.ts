// Periods that are already published. An edition cannot be withdrawn, so their files cannot postpone it.

import type { Tx } from '#server/database/schema.ts'
import type { ContentTree } from './content.ts'
import type { DesiredRow } from './desired.ts'
import type { StoredContent } from './stored/stored-row.ts'

/** The content in which a period with an edition keeps its publication date where the files have a later one, or none. */
export async function keepPublished(
  tx: Tx,
  programmeId: number,
  content: ContentTree<DesiredRow>,
  stored: StoredContent
): Promise<ContentTree<DesiredRow>> {
  const editions = await tx
    .selectFrom('editions')
    .select(['project_id', 'time_period_id'])
    .where('programme_id', '=', programmeId)
    .where('edition_number', '=', 1)
    .execute()
  const published = new Set(editions.map(one => `${one.project_id} ${one.time_period_id}`))
  const project_periods = new Map(content.project_periods)
  for (const [key, row] of project_periods) {
    const { identity = {}, values } = stored.project_periods.get(key) ?? {}
    const kept = values?.['published_at']
    if (!published.has(`${identity['project_id']} ${identity['time_period_id']}`)) continue
    if (typeof kept === 'string' && isLater(row.values['published_at'], kept))
      project_periods.set(key, { ...row, values: { ...row.values, published_at: kept } })
  }
  return { ...content, project_periods }
}

const isLater = (date: unknown, than: string): boolean =>
  typeof date !== 'string' || new Date(date) > new Date(than)
