// Transactions that wait for a lock keep a connection. However many of a programme wait, other programmes are served, and who gets no connection can
// tell and try again.

import { describe, expect, test } from 'vitest'
import { listProjects } from '#contract/projects.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { takeStructure } from '#server/database/structure-lock.ts'
import { openStage } from '#tests/support/pairs/stage.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { times } from '#tests/support/races/race.ts'
import { sites, useServer, wards } from '#tests/support/server.ts'
import { holding, untilWaiting } from '#tests/support/waiting.ts'

/** More than a pool has connections. */
const MANY = 30

// The embedded engine has one connection.
describe.runIf(process.env['TEST_DATABASE_URL'])('while connections are in use', () => {
  const here = useServer()
  const there = useServer({ beside: here })

  const listing = async (programme = wards) => {
    const token = await here.tokenOf('viewer', programme)
    const query = { programme_id: programme.programmeId, time_period_id: 0 }
    return () => here.call(listProjects, { query }, token)
  }

  test('saves that wait for their project stop nobody else, and are stored in the end', async () => {
    const { standard, place, saving } = await openStage(here)
    const lists = [await listing(sites), await listing(), await listing(sites)]
    const { questionnaire_id, section_ids } = standard
    const held = await holding(there.database, tx => takeStructure(tx, PROGRAMME, place.project_id))
    const saves = times(MANY, index => {
      const target = { questionnaire_id, section_id: section_ids[1]! }
      const { input, token } = saving(target, [[standard.cell('Staff'), index]])
      return here.call(saveSection, input as never, token)
    })
    try {
      await untilWaiting(there.database, 2)
      for (const list of lists) expect((await list()).status).toBe(200)
    } finally {
      await held.release()
    }
    const replies = await Promise.all(saves)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('a full pool is told from a fault, and says when to try again', async () => {
    const list = await listing(sites)
    const transactions = await Promise.all(times(10, () => here.database.startTransaction().execute()))
    const { status, headers, body } = await list()
    await Promise.all(transactions.map(tx => tx.rollback().execute()))
    expect([status, headers.get('Retry-After')]).toEqual([503, '5'])
    expect(body.detail).toBe('Many people are using this site right now. Try again in a few seconds.')
    expect((await list()).status).toBe(200)
  })
})
