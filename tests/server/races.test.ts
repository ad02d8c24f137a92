// Every writing operation of the contract, called many times at once: on a real PostgreSQL by two servers with connections of their own. The
// embedded database has one connection, so that it shows less; the invariants are the same.
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { chartBuilding } from '../support/chart-building.ts'
import { peerGrouping } from '../support/peer-grouping.ts'
import { questionnaireBuilding } from '../support/questionnaire-building.ts'
import { accountRaces, changeByOldPassword } from '../support/races/account-races.ts'
import { chartRaces } from '../support/races/chart-races.ts'
import { editionRaces } from '../support/races/edition-races.ts'
import { peerGroupRaces } from '../support/races/peer-group-races.ts'
import { questionnaireRaces } from '../support/races/questionnaire-races.ts'
import {
  writingNames,
  type AnyReply,
  type Arena,
  type Call,
  type Scenario,
  type WritingName
} from '../support/races/race.ts'
import { sessionRaces } from '../support/races/session-races.ts'
import { structureRaces } from '../support/races/structure-races.ts'
import { registrationRaces } from '../support/races/registration-races.ts'
import { useRegistering } from '../support/registration-steps.ts'
import { savingOn } from '../support/save-answers.ts'
import { useServer } from '../support/server.ts'

const here = useServer()
const servers = process.env['TEST_DATABASE_URL'] === undefined ? [here] : [here, useServer({ beside: here })]
const arena: Arena = {
  server: here,
  registering: useRegistering(here),
  building: questionnaireBuilding(here),
  charting: chartBuilding(here),
  grouping: peerGrouping(here),
  saving: savingOn(here)
}

/** A writing operation without a race is a type error here, and fails below. */
const scenarios: Record<WritingName, Scenario> = {
  ...sessionRaces,
  ...accountRaces,
  ...registrationRaces,
  ...questionnaireRaces,
  ...structureRaces,
  ...chartRaces,
  ...editionRaces,
  ...peerGroupRaces
}

const send = ({ name, input, token }: Call, index: number): Promise<AnyReply> =>
  servers[index % servers.length]!.call(
    endpoints[name],
    input as never,
    token
  ) as Promise<unknown> as Promise<AnyReply>

async function run(scenario: Scenario): Promise<void> {
  const { calls, winners, hasWon = reply => reply.status === 200, after } = await scenario(arena)
  // The first calls of two neighbours go to different servers, whatever takes turns in the list.
  const replies = await Promise.all(calls.map((call, index) => send(call, Math.floor(index / 2) + index)))
  expect(replies.filter(reply => reply.status >= 500)).toEqual([])
  const won = replies.filter(reply => reply.status === 200 && hasWon(reply))
  const [least, most] = typeof winners === 'number' ? [winners, winners] : winners
  const told = replies.map(reply => `${reply.status} ${reply.body.detail ?? ''}`)
  if (won.length < least || won.length > most)
    expect.fail(`${won.length} won, not ${least} to ${most}:\n${told.join('\n')}`)
  // A loser is told why.
  for (const reply of replies) if (reply.status !== 200) expect(typeof reply.body.detail).toBe('string')
  await after?.(replies)
}

test('every writing operation has a race', () => {
  expect(Object.keys(scenarios).toSorted()).toEqual(writingNames.toSorted())
})

describe('at once', () => {
  test.each(writingNames)('%s', name => run(scenarios[name]))
  test('changePassword by the old password', () => run(changeByOldPassword))
})
