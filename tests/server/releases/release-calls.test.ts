// Several calls for one release: how many run, who makes the file, and what a change of the project meanwhile leads to.

import { sql, type KyselyPlugin } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { CallingUser } from '#server/http/caller.ts'
import { API_PATH_PREFIX } from '#server/http/environment.ts'
import { requireStored } from '#server/releases/store.ts'
import { readRelease, requestRelease } from '#tests/support/release-files.ts'
import { periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, useServer, wards } from '#tests/support/server.ts'

let locks = 0
/** Done once, when the server has looked whether the file is stored. */
let onLooked: (() => unknown) | undefined

const watching = (): KyselyPlugin => {
  const looking = new WeakSet<object>()
  return {
    transformQuery({ node, queryId }) {
      const text = JSON.stringify(node)
      if (text.includes('"release 1 ')) locks += 1
      if (text.includes('"release_parts"')) looking.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (!looking.has(queryId)) return result
      const done = onLooked?.()
      onLooked = undefined
      // The embedded engine has one connection, which this call still holds: what was begun is the next to have it.
      if (process.env['TEST_DATABASE_URL'] !== undefined) await done
      return result
    }
  }
}

const server = useServer({ plugin: watching() })
const ask = { project: 'ward-staffing', period: '2025' }

let path: string
let headers: Record<string, string>
const start = () => server.fetch(path, { headers })

beforeEach(async () => {
  await sql`delete from release_parts where programme_id = 1`.execute(server.database)
  const query = new URLSearchParams({
    project_id: String(await projectCoded(server, ask.project)),
    time_period_id: String(await periodNamed(server, ask.period)),
    edition_number: '1'
  })
  path = `http://localhost${API_PATH_PREFIX}/releases/file?${query}`
  headers = { Authorization: `Bearer ${await server.tokenOf('viewer')}` }
})

test('one of those who ask at once locks and makes the file', async () => {
  const query = {
    project_id: await projectCoded(server, ask.project),
    time_period_id: await periodNamed(server, ask.period),
    edition_number: 1
  }
  const caller = { kind: 'user', programmeId: 1, timeZone: 'Europe/London' } as CallingUser
  const context = {
    database: server.database.withPlugin(watching()),
    caller,
    programmes: [wards],
    now: NOON
  }
  const before = locks
  // Side by side, so that all of them look before one has made it.
  const found = await Promise.all([1, 2, 3].map(() => requireStored(context, query)))
  expect(new Set(found.map(({ editionId }) => editionId)).size).toBe(1)
  expect(locks - before).toBe(1)
  expect((await requestRelease(server, ask)).status).toBe(200)
})

test('a user has two downloads at a time', async () => {
  const running = [await start(), await start()]
  const refused = await start()
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '60'])
  expect((await requestRelease(server, { ...ask, role: 'lead' })).status).toBe(200)
  await running[0]!.body!.cancel()
  expect((await requestRelease(server, ask)).status).toBe(200)
  await running[1]!.arrayBuffer()
})

test('a project that becomes strict while a file is asked for sends no figures by name', async () => {
  let changing: Promise<unknown> | undefined
  onLooked = () => {
    changing =
      sql`update projects set visibility = 'aggregate' where programme_id = 1 and project_code = ${ask.project}`.execute(
        server.database
      )
    return changing
  }
  const files = await readRelease(server, ask)
  await changing
  expect(Object.keys(files)).toContain('averages.csv')
  expect(files['figures.csv']).toBeUndefined()
  expect(files['values.csv']).toBeUndefined()
})
