import { sql } from 'kysely'
import type { Database, Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { invalid } from '#server/http/api-error.ts'

/** Refuses ids that are not scopes of the project. */
export async function requireScopes(
  database: Database,
  programmeId: number,
  projectId: number,
  scopeIds: readonly number[]
): Promise<void> {
  if (scopeIds.length === 0) return
  const known = await database
    .selectFrom('scopes')
    .select('scope_id')
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId }))
    .where('scope_id', 'in', scopeIds)
    .execute()
  const unknown = scopeIds.find(id => !known.some(scope => scope.scope_id === id))
  if (unknown !== undefined) throw invalid('scope_ids', `${unknown} is not a scope of this project`)
}

/** Sets the scopes of a registration. A scope that one of its submissions uses is kept. */
export async function replaceScopes(
  tx: Tx,
  programmeId: number,
  registrationId: number,
  scopeIds: readonly number[]
): Promise<void> {
  const kept = [...new Set(scopeIds)]
  const inUse = await tx
    .selectFrom('registration_submissions as r')
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'r', 'submission_id'))
    .innerJoin('scopes as c', join => inProgramme(join, 'c', 'r', 'scope_id'))
    .select(['r.scope_id', 'c.scope_name', 's.submission_name'])
    .where(eb => eb.and({ 'r.programme_id': programmeId, 'r.registration_id': registrationId }))
    .execute()
  const needed = inUse.find(row => row.scope_id !== null && !kept.includes(row.scope_id))
  if (needed)
    throw invalid(
      'scope_ids',
      `${needed.scope_name} is required for ${needed.submission_name}; remove that submission first`
    )
  await tx
    .deleteFrom('registration_scopes')
    .where(eb => eb.and({ programme_id: programmeId, registration_id: registrationId }))
    .where(({ eb }) => (kept.length === 0 ? sql<boolean>`true` : eb('scope_id', 'not in', kept)))
    .execute()
  if (kept.length === 0) return
  await tx
    .insertInto('registration_scopes')
    .values(kept.map(scope_id => ({ programme_id: programmeId, registration_id: registrationId, scope_id })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
