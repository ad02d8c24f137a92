// A quarter of the writing operations of the contract, as the commit chooses, and all of them in `npm run test:long -- operations`, called many times at once: on a real PostgreSQL by two servers with connections of their own. The
// embedded database has one connection, so that it shows less; the invariants are the same.

import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { countDeadlocks } from '#tests/support/deadlocks.ts'
import { changeByOldPassword, confirmRequests } from '#tests/support/races/account-races.ts'
import { writingNames, type AnyReply, type Call, type Scenario } from '#tests/support/races/race.ts'
import { arenaOf, scenarios } from '#tests/support/races/scenarios.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { useServer } from '#tests/support/server.ts'

const here = useServer()
const servers = process.env['TEST_DATABASE_URL'] === undefined ? [here] : [here, useServer({ beside: here })]
const arena = arenaOf(here)

const send = ({ name, input, token }: Call, index: number): Promise<AnyReply> =>
  servers[index % servers.length]!.call(
    endpoints[name],
    input as never,
    token
  ) as Promise<unknown> as Promise<AnyReply>

async function run(scenario: Scenario): Promise<void> {
  const { calls, winners, hasWon = reply => reply.status === 200, after } = await scenario(arena)
  const deadlocks = await countDeadlocks(here.database)
  // The first calls of two neighbours go to different servers, whatever takes turns in the list.
  const replies = await Promise.all(calls.map((call, index) => send(call, Math.floor(index / 2) + index)))
  expect(replies.filter(reply => reply.status >= 500)).toEqual([])
  const won = replies.filter(reply => reply.status === 200 && hasWon(reply))
  const [least, most] = typeof winners === 'number' ? [winners, winners] : winners
  const told = replies.map(reply => `${reply.status} ${reply.body.detail ?? ''}`)
  if (won.length < least || won.length > most)
    expect.fail(`${won.length} won, not ${least} to ${most}:\n${told.join('\n')}`)
  // The loser gets the reason.
  for (const reply of replies) if (reply.status !== 200) expect(typeof reply.body.detail).toBe('string')
  expect(await countDeadlocks(here.database), 'deadlocks').toBe(deadlocks)
  await after?.(replies)
}

test('every writing operation has a race', () => {
  expect(Object.keys(scenarios).toSorted()).toEqual(writingNames.toSorted())
})

describe('at once', () => {
  test.each(partInTurn(writingNames, 4, 'races'))('%s', name => run(scenarios[name]))
  test('changePassword by the old password', () => run(changeByOldPassword))
  test('changePassword by the codes of two requests', () => run(confirmRequests))
})
