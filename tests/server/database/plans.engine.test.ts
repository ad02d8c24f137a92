import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Plans } from '#tests/support/plans.ts'
import { isPartitioned, openSeeded } from '#tests/support/seeded-database.ts'

// Elsewhere there are no partitions to look at.
test.runIf(isPartitioned)(
  'a statement that forgets the programme is noticed, one that names it is not',
  async () => {
    const store = await openSeeded(14, (statement, parameters) => plans.note(statement, parameters))
    const plans = new Plans(store.url ?? '')
    await store.database
      .selectFrom('organisations')
      .select('organisation_id')
      .where('programme_id', '=', 1)
      .execute()
    await sql`select s.submission_id from submissions s join organisations o on o.programme_id = s.programme_id
    where s.programme_id = ${1}`.execute(store.database)
    expect(await plans.statementsOverPartitions()).toEqual([])
    await sql`select organisation_id from organisations where organisation_name = ${'Northfield General'}`.execute(
      store.database
    )
    const [wide] = await plans.statementsOverPartitions()
    expect(wide?.tables.length).toBeGreaterThan(1)
    await store.close()
  }
)
