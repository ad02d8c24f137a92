import { notFound } from '#server/http/api-error.ts'
import type { RouteOf } from '#server/http/route.ts'

export const listOrganisations: RouteOf<'listOrganisations'> = async (
  { query },
  { database, programmes }
) => {
  if (!programmes.some(programme => programme.programmeId === query.programme_id)) throw notFound('programme')
  const organisations = await database
    .selectFrom('organisations')
    .select([
      'organisation_id as id',
      'organisation_name',
      'organisation_code',
      'organisation_type',
      'region'
    ])
    .where(eb => eb.and({ programme_id: query.programme_id, is_active: true }))
    .orderBy('organisation_name')
    .orderBy('organisation_id')
    .execute()
  return { organisations }
}
