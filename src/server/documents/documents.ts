import { MAX_DOCUMENTS } from '#contract/limits.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { requireRow, invalid, notFound } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import type { RouteContext, RouteOf } from '#server/http/route.ts'
import { visibleDocuments } from './readable-documents.ts'

export const listDocuments: RouteOf<'listDocuments'> = async ({ query }, context) => {
  const { database, caller, now } = context
  const programmeId = programmeFor(context, caller, query.programme_id)
  const rows = await visibleDocuments(database, programmeId, caller, now)
    .$if(query.time_period_id !== undefined, builder =>
      builder.where(eb =>
        eb.or([eb('d.time_period_id', 'is', null), eb('d.time_period_id', '=', query.time_period_id ?? 0)])
      )
    )
    .limit(MAX_DOCUMENTS)
    .execute()
  return { documents: rows.map(row => ({ ...row, published_at: row.published_at.toISOString() })) }
}

export const downloadDocument: RouteOf<'downloadDocument'> = async ({ params, query }, context) => {
  const { database, caller, now } = context
  const programmeId = programmeFor(context, caller, query.programme_id)
  const { content, file_name, mime_type } = await requireRow(
    visibleDocuments(database, programmeId, caller, now)
      .innerJoin('document_files as f', join => inProgramme(join, 'f', 'd', 'document_id'))
      .select('f.content'),
    { 'f.programme_id': programmeId, 'd.document_id': params.id },
    'document'
  )
  // A copy, because the driver may reuse the buffer of its bytes.
  return new File([new Uint8Array(content)], file_name, { type: mime_type })
}

/** The caller's own programme; when logged out, the named one or the one whose site is calling. */
function programmeFor(
  { programmes, siteProgramme }: RouteContext<'open'>,
  caller: CallingUser | null,
  named: number | undefined
): number {
  if (caller) {
    if (named !== undefined && named !== caller.programmeId) throw notFound('programme')
    return caller.programmeId
  }
  if (named === undefined) {
    if (!siteProgramme) throw invalid('programme_id', 'is missing')
    return siteProgramme.programmeId
  }
  if (!programmes.some(programme => programme.programmeId === named)) throw notFound('programme')
  return named
}
