// Published figures in tests. Changes to a published period become visible with a new edition.

import { publishDue } from '#server/benchmarks/editions/publish.ts'
import { EDITION_TABLES } from '#server/benchmarks/editions/store.ts'
import { periodNamed, projectCoded } from './seeded.ts'
import type { TestServer } from './server.ts'

/** Deletes all editions of a period. */
export async function withdrawEditions(server: TestServer, project: string, period: string): Promise<void> {
  const project_id = await projectCoded(server, project)
  const time_period_id = await periodNamed(server, period)
  const old = await server.database
    .selectFrom('editions')
    .select('edition_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', project_id)
    .where('time_period_id', '=', time_period_id)
    .execute()
  const ids = [0, ...old.map(row => row.edition_id)]
  for (const table of EDITION_TABLES)
    await server.database
      .deleteFrom(table)
      .where('programme_id', '=', 1)
      .where('edition_id', 'in', ids)
      .execute()
}

/** Publishes a period as if it had never been published before: its one edition holds what is in the database now. */
export async function publishAnew(server: TestServer, project: string, period: string): Promise<void> {
  await withdrawEditions(server, project, period)
  await publishDue(server.database, [1], server.clock.now)
}
