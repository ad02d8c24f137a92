// What `npm run provision` does while admins change the groups of charts and peers.

import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openWorkshop, type Workshop } from '#tests/support/provisioning.ts'

// The embedded engine has one connection, so nothing happens meanwhile.
describe.runIf(process.env['TEST_DATABASE_URL'])('while groups change', () => {
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
      await Promise.race([
        running,
        vi.waitFor(async () => expect(await isSomeoneWaiting()).toBe(true), { timeout: 20_000 })
      ])
    } finally {
      await meanwhile.commit().execute()
    }
    expect(await running).toEqual(['Nothing to do.'])
    expect(await exported()).toEqual(files)
  })
})
