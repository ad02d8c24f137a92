// Results are published, and projects end, after data collection. A period that is stored otherwise can still be exported and provisioned.

import { beforeAll, describe, expect, test } from 'vitest'
import { useEditedExample } from '#tests/support/edited-example.ts'

const { run, database } = useEditedExample()

const withDates = (dates: object): Promise<string[]> =>
  run(files => files.project(file => Object.assign(file.periods[0]!, dates)))

test.each([
  [
    'results that are published while data are collected',
    { collection_closes_at: '2027-02-28', published_at: '2027-02-28' },
    /project\.json:\d+ refused .+: published_at must be after collection_closes_at/m
  ],
  [
    'a project that ends while data are collected',
    { collection_closes_at: '2027-02-28', closed_at: '2027-02-27' },
    /project\.json:\d+ refused .+: closed_at must not be before collection_closes_at/m
  ]
])('%s', async (_what, dates, refusal) => {
  expect((await withDates(dates)).join('\n')).toMatch(refusal)
})

test('a stored period stays as it is', async () => {
  const dates = { collection_closes_at: '2027-02-28T12:00:00.000Z', published_at: '2027-02-20T12:00:00.000Z' }
  const moments = {
    collection_closes_at: new Date(dates.collection_closes_at),
    published_at: new Date(dates.published_at)
  }
  await database().updateTable('project_periods').set(moments).where('programme_id', '>', 0).execute()
  expect(await withDates(dates)).toEqual(['Nothing to do.'])
})

describe('a period with an edition, which cannot be withdrawn', () => {
  const PUBLISHED = new Date('2027-03-05T10:00:00.000Z')

  beforeAll(async () => {
    const period = await database()
      .updateTable('project_periods')
      .set({ collection_closes_at: new Date('2027-02-28T12:00:00.000Z'), published_at: PUBLISHED })
      .where('programme_id', '=', 1)
      .returning(['programme_id', 'project_id', 'time_period_id'])
      .executeTakeFirstOrThrow()
    await database()
      .insertInto('editions')
      .values({ ...period, edition_number: 1, published_at: PUBLISHED, published_by_user_id: null })
      .execute()
  })

  const collected = { collection_closes_at: '2027-02-28T12:00:00.000Z' }

  test.each([
    ['a later date', '2027-06-20'],
    ['no date', null],
    ['the date itself', PUBLISHED.toISOString()]
  ])('stays published if its file has %s', async (_what, published_at) => {
    expect(await withDates({ ...collected, published_at })).toEqual(['Nothing to do.'])
  })

  test('takes an earlier date', async () => {
    const lines = await withDates({ ...collected, published_at: '2027-03-02' })
    expect(lines.join('\n')).toMatch(/changed .+: published_at/)
  })

  test('can collect longer', async () => {
    const dates = { collection_closes_at: '2027-05-31', published_at: '2027-06-20' }
    expect((await withDates(dates)).join('\n')).toMatch(/changed .+: collection_closes_at \[/)
  })
})
