// The editions of a period, with what their files say about them.

import { isStrict } from '#domain/disclosure/visibility.ts'
import type { ReleaseFacts } from '#domain/releases/release-texts.ts'
import { dayIn } from '#lib/time/time-zone.ts'
import { requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import { requireFound } from '#server/http/api-error.ts'
import { programmeOf } from '#server/http/programme.ts'
import type { RouteContext } from '#server/http/route.ts'

export interface ReleasedEdition {
  programmeId: number
  projectId: number
  timePeriodId: number
  editionId: number
  publishedAt: Date
  facts: ReleaseFacts
}

interface PeriodQuery {
  project_id: number
  time_period_id: number
}

type EditionContext = Pick<RouteContext, 'database' | 'caller' | 'programmes'>

export const requireRelease = async (
  context: EditionContext,
  query: PeriodQuery & { edition_number: number }
): Promise<ReleasedEdition> =>
  requireFound(
    (await releasedEditions(context, query)).find(
      ({ facts }) => facts.editionNumber === query.edition_number
    ),
    'edition'
  )

/** Newest first; in strict projects only the newest, because editions of other periods are published without a comparison with earlier ones. */
export async function releasedEditions(
  { database, caller, programmes }: EditionContext,
  { project_id, time_period_id }: PeriodQuery
): Promise<ReleasedEdition[]> {
  const { programmeId, timeZone } = caller
  const project = await requireProject(database, programmeId, project_id)
  const { time_period_name } = await requireTimePeriod(database, programmeId, time_period_id)
  const { programmeName } = programmeOf(programmes, programmeId)
  const rows = await database
    .selectFrom('editions')
    .select(['edition_id', 'edition_number', 'published_at'])
    .where(eb => eb.and({ programme_id: programmeId, project_id, time_period_id }))
    .orderBy('edition_number', 'desc')
    .$if(isStrict(project.visibility), query => query.limit(1))
    .execute()
  return rows.map(({ edition_id, edition_number, published_at }) => ({
    programmeId,
    projectId: project_id,
    timePeriodId: time_period_id,
    editionId: edition_id,
    publishedAt: published_at,
    facts: {
      programmeName,
      projectCode: project.project_code,
      projectName: project.project_name,
      periodName: time_period_name,
      editionNumber: edition_number,
      publishedOn: dayIn(published_at, timeZone),
      visibility: project.visibility,
      minimumCount: project.minimum_count
    }
  }))
}
