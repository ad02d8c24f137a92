// Programmes' files are served as they are now: no restart for a new one or another origin, and nothing half-written or refused.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { login } from '#contract/auth.ts'
import { listOrganisations } from '#contract/organisations.ts'
import { createApp } from '#server/app.ts'
import { secretInDatabase } from '#server/auth/secrets.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { API_PATH_PREFIX } from '#server/http/environment.ts'
import { admitProgrammes } from '#server/prepared-database.ts'
import { programmeWatch, type ServedProgrammes } from '#server/programme-changes.ts'
import { startServer } from '#server/start.ts'
import { initialiseData } from '#tests/support/data-directory.ts'
import { addProgramme, programmeJson, TemporaryFolder } from '#tests/support/programme-folder.ts'
import { NOON, openEmptyEmbedded } from '#tests/support/seeded-database.ts'
import { silentLog } from '#tests/support/silent-log.ts'

let store: OpenDatabase
beforeAll(async () => {
  store = await openEmptyEmbedded()
  await migrate(store.database)
})
afterAll(() => store.close())

let folder: TemporaryFolder
const events: string[] = []
beforeEach(async () => {
  events.length = 0
  await store.database.deleteFrom('output_types').execute()
  await store.database.deleteFrom('secrets').execute()
  await store.database.deleteFrom('programmes').execute()
  folder = new TemporaryFolder()
  addProgramme(folder, 'alpha', 1, { origins: ['https://alpha.example'] })
  return () => folder[Symbol.dispose]()
})

/** A server process on the folder and the database. */
async function startProcess() {
  const config = readConfig({}, folder.path)
  if (!config.ok) throw new Error(JSON.stringify(config.error))
  const { database } = store
  const admit = (programmes: ServedProgrammes['programmes']) => admitProgrammes(database, programmes)
  const { programmes } = await admit([...config.value.programmes])
  const served: ServedProgrammes = { programmes, leftOutCount: 0 }
  const app = createApp({
    database,
    programmes,
    leftOutCount: () => served.leftOutCount,
    secretFor: await secretInDatabase(database, programmes),
    clock: () => NOON,
    log: silentLog
  })
  const look = programmeWatch({
    files: config.value.programmeFiles,
    served,
    admit: some => admit([...some]),
    log: (...[, event, facts]) => void events.push(`${event} ${JSON.stringify(facts)}`)
  })
  return {
    look,
    settle: async (): Promise<void> => {
      await look()
      await look()
    },
    codes: () => programmes.map(({ code }) => code),
    isAllowed: async (origin: string): Promise<boolean> => {
      const reply = await app.request(`${API_PATH_PREFIX}/${login.path}`, {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' }
      })
      return reply.headers.get('Access-Control-Allow-Origin') === origin
    },
    statusOf: async (programmeId: number): Promise<number> =>
      (await app.request(`${API_PATH_PREFIX}/${listOrganisations.path}?programme_id=${programmeId}`)).status,
    ready: async (): Promise<unknown> => (await app.request('/readyz')).json()
  }
}

test('a new programme and a changed origin are served by every process, without a restart', async () => {
  const processes = [await startProcess(), await startProcess()]
  addProgramme(folder, 'beta', 2, { origins: ['https://beta.example'] })
  folder.write(
    'programmes/alpha.json',
    programmeJson({ code: 'alpha', origins: ['https://alpha.example.org'] })
  )
  for (const { settle, isAllowed, statusOf, codes } of processes) {
    expect([await statusOf(2), await isAllowed('https://beta.example')]).toEqual([404, false])
    await settle()
    expect(codes()).toEqual(['alpha', 'beta'])
    expect(await statusOf(2)).toBe(200)
    expect(await isAllowed('https://beta.example')).toBe(true)
    expect(await isAllowed('https://alpha.example.org')).toBe(true)
    expect(await isAllowed('https://alpha.example')).toBe(false)
  }
})

test('a file that is still being written is not read', async () => {
  const { look, codes } = await startProcess()
  addProgramme(folder, 'beta', 2)
  await look()
  folder.write('programmes/beta.json', programmeJson({ code: 'beta', programmeId: 3 }))
  await look()
  expect(codes()).toEqual(['alpha'])
  await look()
  expect(codes()).toEqual(['alpha', 'beta'])
})

test('serves the previous version of a programme while its file is incomplete, and logs that', async () => {
  const { settle, codes, isAllowed, ready } = await startProcess()
  const whole = folder.read('programmes/alpha.json')
  addProgramme(folder, 'beta', 2)
  folder.write('programmes/alpha.json', whole.slice(0, whole.length / 2))
  await settle()
  expect(codes()).toEqual(['beta', 'alpha'])
  expect(await isAllowed('https://alpha.example')).toBe(true)
  expect(await ready()).toEqual({ status: 'ready', programmes_left_out: 1 })
  expect(events.join('\n')).toContain('programme left out {"message":"programmes/alpha.json')
  folder.write('programmes/alpha.json', whole)
  await settle()
  expect(await ready()).toEqual({ status: 'ready' })
})

test('a folder without any valid programme changes nothing', async () => {
  const { settle, codes } = await startProcess()
  folder.write('programmes/alpha.json', '')
  await settle()
  expect(codes()).toEqual(['alpha'])
  expect(events.join('\n')).toContain('programmes not read')
})

test('a programme with the id of other data is refused, and the others are served', async () => {
  const { settle, codes, statusOf } = await startProcess()
  addProgramme(folder, 'beta', 2)
  await settle()
  for (const path of ['programmes/beta.json', 'public/images/logos/beta.svg']) folder.remove(path)
  addProgramme(folder, 'gamma', 2)
  await settle()
  expect([codes(), await statusOf(2)]).toEqual([['alpha'], 404])
  expect(events.join('\n')).toContain('under which the database has the data of \\"beta\\"')
})

test('a server looks for itself', async () => {
  const dataDirectory = folder.file('data')
  await initialiseData(dataDirectory)
  const config = readConfig({}, folder.path)
  if (!config.ok) throw new Error('The folder has faults.')
  const server = await startServer({
    ...config.value,
    port: 0,
    dataDirectory,
    programmePollMs: 20,
    log: silentLog
  })
  try {
    addProgramme(folder, 'beta', 2)
    const status = async (): Promise<number> =>
      (await fetch(`${server.url}${API_PATH_PREFIX}/${listOrganisations.path}?programme_id=2`)).status
    await expect.poll(status).toBe(200)
  } finally {
    await server.close()
  }
})
