// A programme whose id has the data of another one is not served.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StartupError } from '#server/http/listen.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { startServer } from '#server/start.ts'
import { initialiseData } from '#tests/support/data-directory.ts'
import { sites } from '#tests/support/server.ts'
import { silentLog } from '#tests/support/silent-log.ts'

const dataDirectory = mkdtempSync(join(tmpdir(), 'foreign-'))
beforeAll(() => initialiseData(dataDirectory))
afterAll(() => rmSync(dataDirectory, { recursive: true }))

const others: RunningProgramme = { ...sites, code: 'others', programmeId: sites.programmeId + 1 }

/** Starts once and returns the programmes without accounts, which are all that are served, and what /readyz says. */
async function servedCodes(...programmes: RunningProgramme[]) {
  const server = await startServer({ port: 0, dataDirectory, programmes, log: silentLog })
  try {
    const ready = (await (await fetch(`${server.url}/readyz`)).json()) as object
    return { codes: server.emptyProgrammes, ready }
  } finally {
    await server.close()
  }
}

const all = { ready: { status: 'ready' } }

test('the data of a programme is only served under its code, and under a code that names it as its former one', async () => {
  expect(await servedCodes(sites, others)).toMatchObject({ codes: ['sites', 'others'], ...all })
  expect(await servedCodes(sites, others)).toMatchObject({ codes: ['sites', 'others'], ...all })

  const taken: RunningProgramme = { ...others, code: 'taken' }
  expect(await servedCodes(sites, taken)).toEqual({
    codes: ['sites'],
    ready: { status: 'ready', programmes_left_out: 1 }
  })
  const alone = servedCodes(taken)
  await expect(alone).rejects.toThrow(StartupError)
  await expect(alone).rejects.toThrow(
    `programmes/taken.json has the programmeId ${others.programmeId}, under which the database has the data of "others". Give it an id that was never used, or write "formerCodes": ["others"] if it is the same programme.`
  )

  const renamed: RunningProgramme = { ...others, code: 'renamed', formerCodes: ['older', 'others'] }
  expect(await servedCodes(sites, renamed)).toMatchObject({ codes: ['sites', 'renamed'], ...all })
  expect(await servedCodes(sites, { ...renamed, formerCodes: [] })).toMatchObject({
    codes: ['sites', 'renamed'],
    ...all
  })
  await expect(servedCodes(others)).rejects.toThrow('the data of "renamed"')
})
