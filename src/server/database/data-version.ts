import { sql } from 'kysely'
import { prepared } from './connections/prepared.ts'
import { inLockOrder } from './locks.ts'
import type { Database, Tx } from './schema.ts'
import { inProgramme } from './tenant.ts'

const SHARDS = 16

/** Records that figures of one submission to a project have changed; cached replies are then outdated. */
export async function bumpDataVersion(
  tx: Tx,
  programmeId: number,
  projectId: number,
  submissionId: number
): Promise<void> {
  await tx.executeQuery(dataVersionBump(tx, programmeId, projectId, submissionId))
}

/**
 * The same for projects as a whole, always in the same order, so that two calls do not deadlock. Called once in a transaction, for everything that
 * it has changed: tests/architecture/locks-in-loops.test.ts.
 */
export async function bumpDataVersions(
  tx: Tx,
  programmeId: number,
  projectIds: Iterable<number>
): Promise<void> {
  for (const projectId of inLockOrder(projectIds))
    await tx.executeQuery(dataVersionBump(tx, programmeId, projectId, 0))
}

/** The same as a statement. */
export const dataVersionBump = (tx: Tx, programmeId: number, projectId: number, submissionId: number) =>
  tx
    .insertInto('data_versions')
    .values({ programme_id: programmeId, project_id: projectId, shard: submissionId % SHARDS, version: 1 })
    .onConflict(conflict =>
      conflict
        .columns(['programme_id', 'project_id', 'shard'])
        .doUpdateSet({ version: sql<number>`data_versions.version + 1` })
    )
    .modifyEnd(prepared)
    .compile()

/** A text that differs after every change of the project's figures, for use inside a larger statement. */
export const dataVersion = (database: Database, programmeId: number, projectId: number) =>
  database
    .selectFrom('data_versions')
    .select(sql<string>`coalesce(sum(version), 0)::text`.as('version'))
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId }))

/** Records that cases or rows of questionnaires have changed: only the charts that aggregate them are then outdated. */
export async function bumpAggregateVersions(
  tx: Tx,
  programmeId: number,
  questionnaireIds: readonly number[],
  submissionId: number
): Promise<void> {
  await tx.executeQuery(aggregateVersionBump(tx, programmeId, questionnaireIds, submissionId))
}

/** The same as a statement. */
export const aggregateVersionBump = (
  tx: Tx,
  programmeId: number,
  questionnaireIds: readonly number[],
  submissionId: number
) =>
  tx
    .insertInto('aggregate_versions')
    .values(
      inLockOrder(questionnaireIds).map(questionnaireId => ({
        programme_id: programmeId,
        questionnaire_id: questionnaireId,
        shard: submissionId % SHARDS,
        version: 1
      }))
    )
    .onConflict(conflict =>
      conflict
        .columns(['programme_id', 'questionnaire_id', 'shard'])
        .doUpdateSet({ version: sql<number>`aggregate_versions.version + 1` })
    )
    .compile()

/** A text that differs after every change of the cases and rows that a chart aggregates, for use inside a larger statement. */
export const aggregateVersion = (database: Database, programmeId: number, chartId: number) =>
  database
    .selectFrom('aggregate_versions as v')
    .select(sql<string>`coalesce(sum(v.version), 0)::text`.as('version'))
    .where('v.programme_id', '=', programmeId)
    .where(
      'v.questionnaire_id',
      'in',
      database
        .selectFrom('chart_parameters as p')
        .innerJoin('question_memberships as m', join => inProgramme(join, 'm', 'p', 'question_id'))
        .innerJoin('sub_sections as t', join => inProgramme(join, 't', 'm', 'sub_section_id'))
        .innerJoin('sections as c', join => inProgramme(join, 'c', 't', 'section_id'))
        .select('c.questionnaire_id')
        .where(eb => eb.and({ 'p.programme_id': programmeId, 'p.chart_id': chartId }))
        .where('p.aggregate', 'is not', null)
    )
