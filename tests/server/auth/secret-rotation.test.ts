import { expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { createApp } from '#server/app.ts'
import { configuredSecret } from '#server/auth/secrets.ts'
import { userOfToken } from '#server/auth/sessions.ts'
import { useServer, wards } from '#tests/support/server.ts'
import { silentLog } from '#tests/support/silent-log.ts'

const server = useServer()
const [old, young] = ['an old secret that is long enough', 'a young secret that is long enough']

/** An API process with these secrets, on the same database. */
function processWith(...secrets: [string, string?]) {
  const secretFor = configuredSecret(...secrets)
  const app = createApp({
    database: server.database,
    programmes: [wards],
    secretFor,
    clock: () => server.clock.now,
    log: silentLog
  })
  return {
    async login(): Promise<string> {
      const body = JSON.stringify({
        programme_id: 1,
        email_address: 'lead@wards.example',
        password: DEMO_PASSWORD
      })
      const headers = { 'Content-Type': 'application/json' }
      const reply = await app.request('/api/v1/auth/login/', { method: 'POST', headers, body })
      return ((await reply.json()) as { access_token: string }).access_token
    },
    accepts: async (token: string): Promise<boolean> =>
      (await userOfToken(
        { database: server.database, programmes: [wards], secretFor },
        token,
        server.clock.now
      )) !== null
  }
}

test('a secret is rotated in three steps without ending sessions', async () => {
  const before = processWith(old)
  const prepared = processWith(old, young)
  const replacing = processWith(young, old)
  const after = processWith(young)
  const [tokenBefore, tokenAfter] = [await before.login(), await replacing.login()]
  // First every process learns the young secret, then every process signs with it: tokens of both are valid everywhere.
  for (const process of [prepared, replacing])
    expect([await process.accepts(tokenBefore), await process.accepts(tokenAfter)]).toEqual([true, true])
  expect([await after.accepts(tokenBefore), await after.accepts(tokenAfter)]).toEqual([false, true])
})
