// During a rolling restart, an older server runs on a schema that a newer one has migrated.

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listProjects } from '#contract/projects.ts'
import { searchGlobal } from '#contract/search.ts'
import { getCurrentUser } from '#contract/users.ts'
import { SchemaError, STEPS } from '#server/database/before-baseline.ts'
import { allMigrations, applyMigration, migrate } from '#server/database/migrate.ts'
import { transaction } from '#server/database/transaction.ts'
import { catalogueOf, narrowings } from '#tests/support/catalogue.ts'
import { askFor } from '#tests/support/chart-requests.ts'
import { expanding } from '#tests/support/expanding.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { openEmpty, type SeededDatabase } from '#tests/support/seeded-database.ts'
import { cellOf, periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

describe('what migrations do to a process that is older', () => {
  let store: SeededDatabase
  beforeAll(async () => {
    store = await openEmpty()
  })
  afterAll(() => store.close())

  test('only add, unless they name the migration that made the removed part unnecessary', async () => {
    for (const [index, migration] of allMigrations.entries()) {
      const { name, contracts } = migration
      const before = await catalogueOf(store.database)
      await migrate(store.database, { migrations: [migration] })
      const found = narrowings(before, await catalogueOf(store.database))
      if (contracts === undefined) expect([name, ...found]).toEqual([name])
      else {
        expect([name, found.length]).not.toEqual([name, 0])
        expect(allMigrations.slice(0, index).map(earlier => earlier.name)).toContain(contracts)
      }
    }
  })

  test.each([
    ['alter table users drop column job_title', 'users.job_title is gone'],
    ['alter table users rename column job_title to position', 'users.job_title is gone'],
    ['drop table one_time_codes', 'one_time_codes.programme_id is gone'],
    [
      'alter table scopes alter column display_order type text',
      'scopes.display_order is text instead of integer'
    ],
    ['alter table users add column shoe_size integer not null', 'users.shoe_size is new and must be given'],
    [
      'alter table questions alter column max_length set not null',
      'questions.max_length must not be null any more'
    ],
    [
      'alter table questions add check (max_length > 3)',
      'new rule for what is there: questions CHECK ((max_length > 3))'
    ]
  ])('%s is found', async (statement, narrowing) => {
    const found = await transaction(store.database, async tx => {
      const before = await catalogueOf(tx)
      await sql.raw(statement).execute(tx)
      const after = narrowings(before, await catalogueOf(tx))
      await sql.raw('rollback and chain').execute(tx)
      return after
    })
    expect(found).toContain(narrowing)
  })
})

describe('a database from before the first release', () => {
  let store: SeededDatabase
  const migrations = allMigrations.slice(0, 1)
  const recorded = async (): Promise<string[]> =>
    (
      await sql<{ name: string }>`select migration_name as name from schema_migrations order by 1`.execute(
        store.database
      )
    ).rows.map(({ name }) => name)
  beforeEach(async () => {
    store = await openEmpty()
    await migrate(store.database, { migrations })
    await sql`insert into programmes values (7, 'old', 'Old', 5, '[]', '[]')`.execute(store.database)
    await sql`delete from schema_migrations`.execute(store.database)
    await sql`insert into schema_migrations select unnest(${STEPS}::text[])`.execute(store.database)
  })
  afterEach(() => store.close())

  test('is taken over as it is, also by several processes at once', async () => {
    const before = await catalogueOf(store.database)
    await Promise.all(Array.from({ length: 3 }, () => migrate(store.database, { migrations })))
    expect(await recorded()).toEqual(migrations.map(({ name }) => name))
    expect(await catalogueOf(store.database)).toEqual(before)
    const { rows } = await sql`select programme_name from programmes`.execute(store.database)
    expect(rows).toEqual([{ programme_name: 'Old' }])
  })

  test.each(['001-people', '013-session-devices', '027-mailed-codes'])(
    'is refused and stays as it is when it lacks %s',
    async missing => {
      await sql`delete from schema_migrations where migration_name = ${missing}`.execute(store.database)
      const refused = migrate(store.database)
      await expect(refused).rejects.toThrow(SchemaError)
      await expect(refused).rejects.toThrow(`${missing} is missing. Start the version that last used it once`)
      expect(await recorded()).toEqual(STEPS.filter(name => name !== missing))
    }
  )
})

describe('a newer version migrates while this one serves', () => {
  const server = useServer()
  const { blankWard, save, questionAt } = savingOn(server)

  test('reads and saves go on as before, and nothing of the newer version is in the replies', async () => {
    const reading = async () => ({
      me: (await server.call(getCurrentUser, {}, await server.tokenOf('lead'))).body,
      projects: (
        await server.call(
          listProjects,
          { query: { programme_id: 1, time_period_id: await periodNamed(server, '2026') } },
          await server.tokenOf('lead')
        )
      ).body,
      chart: (await askFor(server, { period: '2025', chart: 'Vacancy rate' })).body.series,
      found: (await server.call(searchGlobal, { body: { query: 'beds' } }, await server.tokenOf('lead'))).body
    })
    const ward = await blankWard()
    const beds = await cellOf(server, ward, 'Staffed beds')
    await save(ward, beds, [{ value: 24 }])
    const before = await reading()
    const { columns } = await catalogueOf(server.database)
    const newer = expanding(new Set([...columns.keys()].map(name => name.split('.')[0]!)))

    const migrating = applyMigration(server.database, newer)
    const meanwhile = save(ward, beds, [{ value: 25, base_version: 1 }])
    await migrating
    expect((await meanwhile).body.saved).toMatchObject([{ ...beds.place, version: 2 }])

    expect(await reading()).toEqual(before)
    expect((await save(ward, beds, [{ value: 26, base_version: 2 }])).body.saved).toHaveLength(1)
    expect((await questionAt(ward, beds)).answer).toMatchObject({ value: 26, version: 3 })
    const students = await cellOf(server, ward, 'Students on placement')
    expect((await save(ward, students, [{ value: 3 }])).body.saved).toHaveLength(1)
  })
})
