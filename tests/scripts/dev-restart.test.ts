// The API server of `npm run dev` in a copy of the code: a change restarts it, and sessions survive.

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, seed } from '#demo/seed.ts'
import { watchApi, type WatchedApi } from '#scripts/watch-api.ts'
import { openEmbedded } from '#server/database/open.ts'
import { initialiseData } from '#tests/support/data-directory.ts'
import { freePort } from '#tests/support/host-requests.ts'
import { eventually } from '#tests/support/patience.ts'
import { wards } from '#tests/support/seeded-database.ts'

const root = mkdtempSync(join(tmpdir(), 'dev-restart-'))
let api: WatchedApi
let base = ''

beforeAll(async () => {
  for (const part of ['src', 'scripts', 'public/images/logos', 'package.json', 'programmes/wards.json'])
    cpSync(part, join(root, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'), 'junction')
  const data = join(root, '.data')
  await initialiseData(data)
  const store = await openEmbedded(data)
  await seed(store.database, [wards], { now: new Date(), organisations: 8 })
  await store.close()
  const port = await freePort()
  base = `http://localhost:${port}`
  api = watchApi({ root, port, sitePort: 4321, data, demo: false })
  await api.ready
})

afterAll(async () => {
  await api.stop()
  rmSync(root, { recursive: true, force: true })
})

const health = async (): Promise<unknown> =>
  fetch(`${base}/healthz`).then(
    reply => reply.json(),
    () => null
  )

const change = (file: string, before: string, after: string): void => {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(before)
  writeFileSync(path, text.replace(before, after))
}

test('after a change the new code serves the same database and session', async () => {
  const reply = await fetch(`${base}/api/v1/auth/login/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      programme_id: 1,
      email_address: 'lead@wards.example',
      password: DEMO_PASSWORD,
      otp: null
    })
  })
  const { access_token } = (await reply.json()) as { access_token: string }
  expect(await health()).toEqual({ status: 'ok' })
  change('src/server/http/health.ts', `status: 'ok'`, `status: 'changed'`)
  await eventually(async () => expect(await health()).toEqual({ status: 'changed' }))
  await eventually(async () => {
    const me = await fetch(`${base}/api/v1/users/me`, {
      headers: { Authorization: `Bearer ${access_token}` }
    })
    expect(me.status).toBe(200)
  })
})

test('code that cannot run stops it until it is corrected', async () => {
  change('src/server/http/health.ts', `import { sql } from 'kysely'`, `import { sql } from 'no-such-package'`)
  await eventually(async () => expect(await health()).toBeNull())
  change('src/server/http/health.ts', `import { sql } from 'no-such-package'`, `import { sql } from 'kysely'`)
  await eventually(async () => expect(await health()).toEqual({ status: 'changed' }))
})

test('a changed programme file is served without a restart', async () => {
  const ready = async (): Promise<unknown> => (await fetch(`${base}/readyz`)).json()
  expect(await ready()).toEqual({ status: 'ready' })
  writeFileSync(join(root, 'programmes/gardens.json'), '{')
  await eventually(async () => expect(await ready()).toEqual({ status: 'ready', programmes_left_out: 1 }))
})
