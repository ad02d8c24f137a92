// What follows from a change of a chart.
import { sql } from 'kysely'
import { bumpDataVersion } from '../database/data-version.ts'
import type { Tx } from '../database/schema.ts'

/** Any change of a project's charts makes its calculated answers out of date. */
export const bumpChartVersion = (tx: Tx, programmeId: number, projectId: number): Promise<void> =>
  bumpDataVersion(tx, programmeId, projectId, 0)

/** Every tab is offered, the composition only where a chart has several series to be composed of. */
export async function setOutputTypes(tx: Tx, programmeId: number, chartId: number): Promise<void> {
  const { series } = await tx
    .selectFrom('chart_parameters')
    .select(({ fn }) => fn.count<number>('display_order').distinct().as('series'))
    .where('programme_id', '=', programmeId)
    .where('chart_id', '=', chartId)
    .executeTakeFirstOrThrow()
  const isComposed = series > 1
  await sql`
    insert into chart_output_types (programme_id, chart_id, output_type_id)
    select programme_id, ${chartId}, output_type_id from output_types
    where programme_id = ${programmeId} and (output_name <> 'stacked' or ${isComposed})
    on conflict (programme_id, chart_id, output_type_id) do nothing`.execute(tx)
  if (isComposed) return
  await sql`
    delete from chart_output_types
    where programme_id = ${programmeId} and chart_id = ${chartId}
      and output_type_id in (select output_type_id from output_types where programme_id = ${programmeId} and output_name = 'stacked')`.execute(
    tx
  )
}
