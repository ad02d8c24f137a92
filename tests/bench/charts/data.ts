// Demo data with as many submissions as a chart is to have bars, and a group of as many charts as a page is to scroll through.

import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { seed } from '#demo/seed.ts'
import { loadProgrammes } from '#programme/load.ts'
import { migrate } from '#server/database/migrate.ts'
import { openEmbedded } from '#server/database/open.ts'
import type { Database } from '#server/database/schema.ts'
import { servedProgramme } from '#server/http/programme.ts'

/** Makes the data once for each size: a run starts with what the last one left. */
export async function makeData(root: string, folder: string, bars: number, charts: number): Promise<void> {
  const done = join(folder, 'complete')
  if (existsSync(done)) return
  console.log(`Making data of ${bars} submissions …`)
  rmSync(folder, { recursive: true, force: true })
  const programmes = loadProgrammes({ root })
  if (!programmes.ok) throw new Error('The programme files have faults.')
  const opened = await openEmbedded(folder)
  try {
    await migrate(opened.database)
    const served = programmes.value.programmes.map(({ programme }) =>
      servedProgramme(programme, ['http://localhost'])
    )
    served.sort((a, b) => Number(b.code === 'wards') - Number(a.code === 'wards'))
    await seed(opened.database, served.slice(0, 1), { now: new Date(), submissions: bars })
    await fillGroup(opened.database, charts)
    await sql`analyze`.execute(opened.database)
  } finally {
    await opened.close()
  }
  writeFileSync(done, '')
}

/** Copies of the first three charts, until the first group has enough. */
async function fillGroup(database: Database, charts: number): Promise<void> {
  const first = sql`(select min(chart_group_id) from chart_groups where programme_id = 1)`
  await sql`
    with original as (
      select c.*, row_number() over (order by c.chart_id) - 1 as place from charts c where c.programme_id = 1 order by c.chart_id limit 3
    ), copy as (
      insert into charts (programme_id, project_id, collection_id, chart_name, unit, decimal_places, direction, statistic, target_value,
        axis_min, definition_html, numerator_text, denominator_text, source_text, caveats_html, version, is_active)
      select o.programme_id, o.project_id, o.collection_id, o.chart_name || ' ' || number, o.unit, o.decimal_places, o.direction, o.statistic,
        o.target_value, o.axis_min, o.definition_html, o.numerator_text, o.denominator_text, o.source_text, o.caveats_html, 1, true
      from original o join generate_series(4, ${charts}::int) as number on number % 3 = o.place
      returning chart_id, chart_name
    ), parameters as (
      insert into chart_parameters (programme_id, chart_id, parameter_name, parameter_role, question_id, row_id, column_id, factor,
        multiplier, display_order)
      select p.programme_id, c.chart_id, p.parameter_name, p.parameter_role, p.question_id, p.row_id, p.column_id, p.factor, p.multiplier,
        p.display_order
      from copy c join original o on c.chart_name ~ ('^' || o.chart_name || ' [0-9]+$')
      join chart_parameters p on p.programme_id = o.programme_id and p.chart_id = o.chart_id
    ), kinds as (
      insert into chart_output_types (programme_id, chart_id, output_type_id)
      select k.programme_id, c.chart_id, k.output_type_id
      from copy c join original o on c.chart_name ~ ('^' || o.chart_name || ' [0-9]+$')
      join chart_output_types k on k.programme_id = o.programme_id and k.chart_id = o.chart_id
    ), others as (
      delete from chart_group_memberships where programme_id = 1 and chart_group_id = ${first}
        and chart_id not in (select chart_id from original)
    )
    insert into chart_group_memberships (programme_id, chart_group_id, chart_id, display_order)
    select 1, ${first}, chart_id, 100 + chart_id from copy`.execute(database)
}
