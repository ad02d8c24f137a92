// Retires random parts of questionnaires, as far as the builder would, and the charts of their cells: an empty programme refuses a chart without cells.

import fc from 'fast-check'
import { sql } from 'kysely'
import { changeKeepingFormulas } from '#server/builders/questionnaires/retiring.ts'
import { IS_CELL_IN_USE } from '#server/database/cells-in-use.ts'
import type { Database } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Draw } from './random-questionnaire.ts'

const parts = {
  questionnaires: 'questionnaire_id',
  sections: 'section_id',
  sub_sections: 'sub_section_id',
  sub_section_rows: 'row_id',
  sub_section_columns: 'column_id',
  questions: 'question_id'
}

export async function retireParts(database: Database, programmeId: number, draw: Draw): Promise<void> {
  const sections = await database
    .selectFrom('sections')
    .select('section_id')
    .where('programme_id', '=', programmeId)
    .execute()
  const retiring = { programmeId, sectionIds: sections.map(one => one.section_id), isMoving: true }
  for (const [table, id] of Object.entries(parts)) {
    const { rows } = await sql<{ id: number }>`
      select ${sql.ref(id)} as id from ${sql.table(table)} where programme_id = ${programmeId} order by 1`.execute(
      database
    )
    for (const row of rows) {
      if (draw(fc.nat, 3) > 0) continue
      try {
        await transaction(database, tx =>
          changeKeepingFormulas(tx, retiring, () =>
            sql`update ${sql.table(table)} set is_active = false
              where programme_id = ${programmeId} and ${sql.ref(id)} = ${row.id}`.execute(tx)
          )
        )
      } catch (error) {
        // A formula in use reads it.
        if (!(error instanceof ApiError)) throw error
      }
    }
  }
  await sql`
    update charts set is_active = false where programme_id = ${programmeId} and exists (
      select from chart_parameters p where p.programme_id = charts.programme_id and p.chart_id = charts.chart_id and not exists (
        select from question_memberships m
        join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
        join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
        join questionnaires n on n.programme_id = c.programme_id and n.questionnaire_id = c.questionnaire_id
        where m.programme_id = p.programme_id and m.question_id = p.question_id and m.row_id = p.row_id
          and m.column_id = p.column_id and c.is_active and n.is_active and ${IS_CELL_IN_USE}))`.execute(
    database
  )
}
