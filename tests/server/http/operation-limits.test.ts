// No operation sends more or takes longer than its contract says.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { limitsOf, type Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { configuredSecret } from '#server/auth/secrets.ts'
import { countDownload } from '#server/exports/running-downloads.ts'
import { createHttpApp, type AppParts } from '#server/http/app.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { CONNECTION_LIMITS } from '#server/http/connection-limits.ts'
import { API_PATH_PREFIX } from '#server/http/environment.ts'
import type { Routes } from '#server/http/route.ts'
import { SerializedJson } from '#server/http/serialized-json.ts'
import { StreamedFile } from '#server/http/streamed-file.ts'
import { eventually } from '#tests/support/patience.ts'
import { allEndpoints, NOON, useServer, wards } from '#tests/support/server.ts'
import { silentLog } from '#tests/support/silent-log.ts'

const server = useServer()
const admitAll: AppParts['admit'] = () => Promise.resolve({ input: {}, caller: null })

const downloader = { programmeId: wards.programmeId, userId: 1 } as CallingUser

async function* noPieces(): AsyncGenerator<Uint8Array<ArrayBuffer>> {}

/** The app with routes of the same kind for all operations, each let through. */
function appOf(route: (endpoint: Endpoint) => Promise<unknown>) {
  const routes = Object.fromEntries(allEndpoints.map(([name, endpoint]) => [name, () => route(endpoint)]))
  return createHttpApp(
    {
      database: server.database,
      programmes: [wards],
      secretFor: configuredSecret('a secret of the tests that is long enough'),
      clock: () => NOON,
      log: silentLog
    },
    { routes: routes as unknown as Routes, admit: admitAll }
  )
}

const call = async (app: ReturnType<typeof appOf>, { method, path }: Endpoint) => {
  const address = `${API_PATH_PREFIX}/${path.replaceAll(/\{\w+\}/g, '1')}`
  const response = await app.request(address, { method })
  const isRefused = response.status >= 400
  return { status: response.status, text: isRefused ? await response.text() : '' }
}

test('every operation has limits that its connection outlives, and few have more than the usual ones', () => {
  const larger = allEndpoints.filter(
    ([, endpoint]) => endpoint.maxReplyBytes !== undefined || endpoint.maxSeconds !== undefined
  )
  for (const [name, endpoint] of allEndpoints)
    expect([name, limitsOf(endpoint).seconds * 1000 < CONNECTION_LIMITS.answerMs]).toEqual([name, true])
  expect(larger.map(([name]) => name).toSorted()).toEqual([
    'countExportableAnswers',
    'createPeerGroupMemberships',
    'downloadDocument',
    'downloadRelease',
    'getChartData',
    'getSectionQuestions',
    'getStructure',
    'listDocuments',
    'listEditions',
    'listFilterOptions',
    'listOrganisationProgress',
    'listPeerGroupMemberships',
    'listProjectGuidances',
    'listQueries',
    'listQuestions',
    'openCorrectionWindows',
    'planCorrectionWindows',
    'planQueries',
    'publishEdition',
    'raiseQueries'
  ])
  expect(limitsOf(endpoints.previewChart)).toEqual({ replyBytes: 5 * 1024 * 1024, seconds: 60 })
})

const sized = (extra: number) =>
  appOf(endpoint => {
    const { replyBytes } = limitsOf(endpoint)
    const bytes = new Uint8Array(replyBytes + extra)
    return Promise.resolve(endpoint.reply === 'file' ? new File([bytes], 'a.bin') : new SerializedJson(bytes))
  })

test('a reply as large as its operation allows is sent, one byte more is refused with what to do', async () => {
  const [fits, exceeds] = [sized(0), sized(1)]
  for (const [name, endpoint] of allEndpoints) {
    expect([name, (await call(fits, endpoint)).status]).toEqual([name, 200])
    const { status, text } = await call(exceeds, endpoint)
    expect([name, status]).toEqual([name, 422])
    expect(text).toMatch(/^\{"detail":"The reply would be larger than \d+ MB\. Ask for less at once\."\}$/)
  }
})

describe('a call that does not end', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('is answered when its time is over, and not before', async () => {
    const app = appOf(() => new Promise(() => undefined))
    for (const [name, endpoint] of allEndpoints) {
      const { seconds } = limitsOf(endpoint)
      let reply: Awaited<ReturnType<typeof call>> | undefined
      void call(app, endpoint).then(answer => (reply = answer))
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
      expect([name, reply]).toEqual([name, undefined])
      await vi.advanceTimersByTimeAsync(1)
      await eventually(() => expect([name, reply?.status]).toEqual([name, 503]))
      expect(reply?.text).toContain(`within ${seconds} seconds`)
    }
  })

  test('frees the place of a download whose file is ready too late', async () => {
    const ready: (() => void)[] = []
    const make = () =>
      new Promise<StreamedFile>(resolve => {
        ready.push(() => resolve(new StreamedFile(noPieces, 'a.csv', 'text/csv')))
      })
    const app = appOf(() => countDownload({ database: server.database, caller: downloader }, make))
    const { exportAnswers } = endpoints
    // More than a user may run at a time.
    for (let count = 1; count <= 4; count++) {
      const reply = call(app, exportAnswers)
      await vi.advanceTimersByTimeAsync(limitsOf(exportAnswers).seconds * 1000)
      expect((await reply).text).toContain('The server could not do this within')
      expect(ready).toHaveLength(count)
      ready.at(-1)!()
      await vi.advanceTimersByTimeAsync(0)
    }
  })
})
