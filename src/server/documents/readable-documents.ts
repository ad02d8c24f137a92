// Which documents a caller may read (product 19).

import { isAdminRole } from '#domain/people/roles.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { CallingUser } from '#server/http/caller.ts'

/**
 * Published documents, newest first: those of the programme and of the own organisation for its users,
 * public ones for anyone else. Admins also see those of other organisations and unpublished ones.
 */
export function visibleDocuments(
  database: Database,
  programmeId: number,
  caller: CallingUser | null,
  now: Date
) {
  const isEverything = caller !== null && isAdminRole(caller.roleTypeId)
  return database
    .selectFrom('documents as d')
    .leftJoin('projects as p', join => inProgramme(join, 'p', 'd', 'project_id'))
    .leftJoin('time_periods as t', join => inProgramme(join, 't', 'd', 'time_period_id'))
    .select([
      'd.document_id',
      'd.document_name',
      'd.document_type',
      'd.project_id',
      'p.project_name',
      'd.time_period_id',
      't.time_period_name',
      'd.organisation_id'
    ])
    .select([
      'd.file_name',
      'd.mime_type',
      'd.size_bytes',
      'd.version_label',
      'd.published_at',
      'd.is_public'
    ])
    .where('d.programme_id', '=', programmeId)
    .$if(caller === null, builder =>
      builder.where('d.is_public', '=', true).where('d.organisation_id', 'is', null)
    )
    .$if(!isEverything, builder =>
      builder
        .where('d.published_at', '<=', now)
        .where(eb =>
          eb.or([
            eb('d.organisation_id', 'is', null),
            eb('d.organisation_id', '=', caller?.organisationId ?? 0)
          ])
        )
    )
    .orderBy('d.published_at', 'desc')
    .orderBy('d.document_name')
    .orderBy('d.document_id')
}
