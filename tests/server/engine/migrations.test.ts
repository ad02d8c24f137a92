// While servers are restarted one after the other, an older one runs on what a newer one has migrated.
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyMigration, migrate, migrationNames } from '#server/database/migrate.ts'
import { BEFORE_RELEASE, type Migration } from '#server/database/migration.ts'
import { transaction } from '#server/database/transaction.ts'
import { listProjects } from '#contract/projects.ts'
import { searchGlobal } from '#contract/search.ts'
import { getCurrentUser } from '#contract/users.ts'
import { askFor } from '../../support/chart-requests.ts'
import { catalogueOf, narrowings } from '../../support/catalogue.ts'
import { expanding } from '../../support/expanding.ts'
import { savingOn } from '../../support/save-answers.ts'
import { cellOf, periodNamed } from '../../support/seeded.ts'
import { openEmpty, type SeededDatabase } from '../../support/seeded-database.ts'
import { useServer } from '../../support/server.ts'

const migrations: Migration[] = []
for (const file of globSync('src/server/database/migrations/*.ts').toSorted())
  migrations.push(...Object.values((await import(resolve(file))) as Record<string, Migration>))

describe('what migrations do to a process that is older', () => {
  let store: SeededDatabase
  beforeAll(async () => {
    store = await openEmpty()
  })
  afterAll(() => store.close())

  test('they only add, unless they say since when nobody needs what they take away', async () => {
    expect(migrations.map(({ name }) => name)).toEqual(migrationNames)
    for (const [index, { name, contracts }] of migrations.entries()) {
      const before = await catalogueOf(store.database)
      await migrate(store.database, { only: [name] })
      const found = narrowings(before, await catalogueOf(store.database))
      if (contracts === undefined) expect([name, ...found]).toEqual([name])
      else {
        expect([name, found.length]).not.toEqual([name, 0])
        expect([BEFORE_RELEASE, ...migrationNames.slice(0, index)]).toContain(contracts)
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
