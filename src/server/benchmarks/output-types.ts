// The tabs of charts: a row per chart kind and programme, and which chart offers which.

import { sql, type RawBuilder } from 'kysely'
import { chartKind } from '#contract/chart-kinds.ts'
import { OutputName } from '#contract/output-names.ts'
import { MIN_CONTROL_POINTS } from '#domain/figures/control-chart.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { transaction } from '#server/database/transaction.ts'

/**
 * Syncs the stored kinds with the contract and adds missing tabs to charts: a new kind needs no migration. A
 * kind that a newer server has added stays.
 */
export async function saveOutputTypes(database: Database, programmeId: number): Promise<void> {
  await transaction(database, async tx => {
    const known = await tx
      .selectFrom('output_types')
      .select(['output_name', 'tab_name', 'display_order'])
      .where('programme_id', '=', programmeId)
      .execute()
    for (const [index, output_name] of OutputName.options.entries()) {
      const tab = { tab_name: chartKind(output_name).tab, display_order: index + 1 }
      const stored = known.find(type => type.output_name === output_name)
      if (stored?.tab_name === tab.tab_name && stored.display_order === tab.display_order) continue
      await tx
        .insertInto('output_types')
        .values({ programme_id: programmeId, output_name, ...tab })
        .onConflict(conflict => conflict.columns(['programme_id', 'output_name']).doUpdateSet(tab))
        .execute()
    }
    await offer(tx, programmeId, sql`true`)
  })
}

/** Adds the tabs that suit charts and removes those that no longer do. */
export async function setOutputTypes(
  tx: Tx,
  programmeId: number,
  chartIds: readonly number[]
): Promise<void> {
  const isMeant = sql`h.chart_id = any(${[...chartIds]}::bigint[])`
  await offer(tx, programmeId, isMeant)
  await sql`
    delete from chart_output_types c using charts h, output_types t
    where c.programme_id = ${programmeId} and h.programme_id = ${programmeId} and t.programme_id = ${programmeId}
      and h.chart_id = c.chart_id and t.output_type_id = c.output_type_id and ${isMeant}
      and t.output_name in (${sql.join(OutputName.options)}) and not ${chartSuitsKind(programmeId)}`.execute(
    tx
  )
}

async function offer(tx: Tx, programmeId: number, isMeant: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into chart_output_types (programme_id, chart_id, output_type_id)
    select h.programme_id, h.chart_id, t.output_type_id
    from charts h join output_types t on t.programme_id = h.programme_id
    where h.programme_id = ${programmeId} and ${isMeant} and ${chartSuitsKind(programmeId)}
    on conflict (programme_id, chart_id, output_type_id) do nothing`.execute(tx)
}

/** Whether chart h offers kind t: it suits the chart and is not hidden. No chart offers a kind that is not known here. */
function chartSuitsKind(programmeId: number): RawBuilder<boolean> {
  const rules: Record<ReturnType<typeof chartKind>['offeredBy'], RawBuilder<unknown>> = {
    'every chart': sql`true`,
    'charts of counts': sql`h.statistic in ('proportion', 'rate')`,
    'charts over eight periods': sql`${MIN_CONTROL_POINTS} <= (
      select count(*) from project_periods d where d.programme_id = ${programmeId} and d.project_id = h.project_id)`,
    'charts in parts': sql`1 < (
      select count(distinct p.display_order) from chart_parameters p
      where p.programme_id = ${programmeId} and p.chart_id = h.chart_id)`
  }
  return sql<boolean>`(not t.output_name = any(h.hidden_output_names) and (${sql.join(
    OutputName.options.map(name => sql`t.output_name = ${name} and ${rules[chartKind(name).offeredBy]}`),
    sql` or `
  )}))`
}

/** The tabs of a chart in order. A kind that only a newer server knows is left out. */
export const outputTypesOf = (database: Database, programmeId: number, chartId: number) =>
  database
    .selectFrom('chart_output_types as c')
    .innerJoin('output_types as t', join => inProgramme(join, 't', 'c', 'output_type_id'))
    .select(['t.output_type_id as id', 't.output_name', 't.tab_name', 't.display_order'])
    .where(eb => eb.and({ 'c.programme_id': programmeId, 'c.chart_id': chartId }))
    .where('t.output_name', 'in', OutputName.options)
    .orderBy('t.display_order')
