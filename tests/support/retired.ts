// Parts of a questionnaire that are retired for a while.

import { sql } from 'kysely'
import type { TestServer } from './server.ts'

const ids = {
  questionnaires: 'questionnaire_id',
  sections: 'section_id',
  sub_section_rows: 'row_id',
  sub_section_columns: 'column_id',
  questions: 'question_id'
}

/** What `act` returns while a part is retired. */
export async function whileRetired<T>(
  { database }: Pick<TestServer, 'database'>,
  table: keyof typeof ids,
  id: number,
  act: () => Promise<T>
): Promise<T> {
  const set = async (isActive: boolean) => {
    await sql`update ${sql.table(table)} set is_active = ${isActive} where ${sql.ref(ids[table])} = ${id}`.execute(
      database
    )
    // Structures are cached by version.
    await sql`update questionnaires set version = version + 1`.execute(database)
  }
  await set(false)
  try {
    return await act()
  } finally {
    await set(true)
  }
}
