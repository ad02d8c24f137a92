import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withEmptyDatabase } from '#scripts/database-command.ts'
import { migrate } from '#server/database/migrate.ts'
import { openEmbedded, type OpenDatabase } from '#server/database/open.ts'
import { initialiseData } from '#tests/support/data-directory.ts'
import { TemporaryFolder } from '#tests/support/programme-folder.ts'

const prepare = () => Promise.resolve()
const fail = () => Promise.reject(new Error('refused'))

async function programmesIn(folder: string): Promise<string[]> {
  const store = await openEmbedded(folder)
  try {
    const rows = await store.database.selectFrom('programmes').select('programme_code').execute()
    return rows.map(row => row.programme_code)
  } finally {
    await store.close()
  }
}

test.each(['missing', 'empty'])(
  'of two runs in a folder that is %s, only one gets a database and keeps it',
  async state => {
    using parent = new TemporaryFolder()
    const folder = parent.file('deep/data')
    if (state === 'empty') mkdirSync(folder, { recursive: true })
    const work = ({ database }: OpenDatabase) => migrate(database)
    const runs = await Promise.allSettled([1, 2].map(() => withEmptyDatabase(folder, prepare, work)))
    const refused = runs.filter(run => run.status === 'rejected')
    expect(refused.map(({ reason }) => String(reason))).toEqual([
      expect.stringContaining('in use by process')
    ])
    expect(await programmesIn(folder)).toEqual([])
  }
)

test('a failed run leaves what others have put into its folder', async () => {
  using parent = new TemporaryFolder()
  const folder = parent.file('deep/data')
  const work = () => {
    parent.write('deep/data/notes.txt', 'keep')
    return fail()
  }
  await expect(withEmptyDatabase(folder, prepare, work)).rejects.toThrow('refused')
  expect(readdirSync(folder)).toEqual(['notes.txt'])
})

test('a failed run removes the folders and the database that it has made, and no database that was there', async () => {
  using parent = new TemporaryFolder()
  await expect(withEmptyDatabase(parent.file('deep/data'), prepare, fail)).rejects.toThrow('refused')
  expect(existsSync(parent.file('deep'))).toBe(false)
  parent.write('beside/notes.txt', 'keep')
  await expect(withEmptyDatabase(parent.file('beside'), prepare, fail)).rejects.toThrow('refused')
  expect(readdirSync(parent.file('beside'))).toEqual(['notes.txt'])
  await initialiseData(parent.file('kept'))
  await expect(withEmptyDatabase(parent.file('kept'), prepare, fail)).rejects.toThrow('refused')
  expect(await programmesIn(parent.file('kept'))).toEqual([])
})
