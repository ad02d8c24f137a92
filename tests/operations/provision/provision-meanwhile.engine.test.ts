// What `npm run provision` does, and what its export holds, while admins change charts and groups.

import { CompiledQuery, sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportedFiles } from '#operations/provision/export.ts'
import { eventually } from '#tests/support/patience.ts'
import { openWorkshop, type Workshop } from '#tests/support/provisioning.ts'
import { wards } from '#tests/support/seeded-database.ts'

// The embedded engine has one connection, so nothing happens meanwhile.
describe.runIf(process.env['TEST_DATABASE_URL'])('while admins work', () => {
  let workshop: Workshop
  beforeAll(async () => {
    workshop = await openWorkshop()
  })
  afterAll(() => workshop.close())

  const isSomeoneWaiting = async (): Promise<boolean> => {
    // Not through the compiler, whose statements are judged as a run's.
    const { rows } = await workshop.database.executeQuery(
      CompiledQuery.raw(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      )
    )
    return rows.length > 0
  }

  test.each([
    ['a chart', 'chart_group_memberships'],
    ['a peer', 'peer_group_memberships']
  ] as const)('does not fail when an admin adds %s that the files add too', async (_, table) => {
    const { database, exported, run } = workshop
    const files = await exported()
    const added = await database
      .selectFrom(table)
      .selectAll()
      .where('programme_id', '=', 1)
      .executeTakeFirstOrThrow()
    await database
      .deleteFrom(table)
      .where(eb => eb.and(added))
      .execute()
    const meanwhile = await database.startTransaction().execute()
    await meanwhile.insertInto(table).values(added).execute()
    const running = run(files)
    try {
      await Promise.race([running, eventually(async () => expect(await isSomeoneWaiting()).toBe(true))])
    } finally {
      await meanwhile.commit().execute()
    }
    expect(await running).toEqual(['Nothing to do.'])
    expect(await exported()).toEqual(files)
  })
  test('an export holds what was stored at one moment', async () => {
    const before = await workshop.exported()
    let hasBegun = false
    const renamingCharts: KyselyPlugin = {
      transformQuery: ({ node }) => {
        hasBegun ||= JSON.stringify(node).includes('questionnaires')
        return node
      },
      transformResult: async ({ result }) => {
        if (hasBegun)
          await workshop.database
            .updateTable('charts')
            .set({ chart_name: sql`'Renamed ' || chart_id` })
            .where('programme_id', '=', 1)
            .execute()
        return result
      }
    }
    const { database } = workshop
    expect(await exportedFiles(database.withPlugin(renamingCharts), wards)).toEqual(before)
    expect(await workshop.exported()).not.toEqual(before)
  })
})
