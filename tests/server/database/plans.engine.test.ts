import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { watchPlans } from '#tests/support/plans.ts'
import { isPartitioned, openSeeded } from '#tests/support/seeded-database.ts'

// Elsewhere there are no partitions to look at.
test.runIf(isPartitioned)(
  'a statement that forgets the programme is noticed, one that names it is not',
  async () => {
    const store = await openSeeded(14)
    const watched = watchPlans(store.url ?? '')
    await watched.database
      .selectFrom('organisations')
      .select('organisation_id')
      .where('programme_id', '=', 1)
      .execute()
    await sql`select s.submission_id from submissions s join organisations o on o.programme_id = s.programme_id
    where s.programme_id = ${1}`.execute(watched.database)
    expect(await watched.statementsOverPartitions()).toEqual([])
    await sql`select organisation_id from organisations where organisation_name = ${'Northfield General'}`.execute(
      watched.database
    )
    const [wide] = await watched.statementsOverPartitions()
    expect(wide?.tables.length).toBeGreaterThan(1)
    await watched.close()
    await store.close()
  }
)
