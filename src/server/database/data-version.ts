import { sql } from 'kysely'
import type { Database, Tx } from './schema.ts'

const SHARDS = 16

/** Records that figures of a project have changed; cached replies are then outdated. */
export async function bumpDataVersion(
  tx: Tx,
  programmeId: number,
  projectId: number,
  submissionId: number
): Promise<void> {
  await tx
    .insertInto('data_versions')
    .values({ programme_id: programmeId, project_id: projectId, shard: submissionId % SHARDS, version: 1 })
    .onConflict(conflict =>
      conflict
        .columns(['programme_id', 'project_id', 'shard'])
        .doUpdateSet({ version: sql<number>`data_versions.version + 1` })
    )
    .execute()
}

/** A text that differs after every change of the project's figures, for use inside a larger statement. */
export const dataVersion = (database: Database, programmeId: number, projectId: number) =>
  database
    .selectFrom('data_versions')
    .select(sql<string>`coalesce(sum(version), 0)::text`.as('version'))
    .where('programme_id', '=', programmeId)
    .where('project_id', '=', projectId)
