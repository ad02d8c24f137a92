// Two different operations at once, drawn from all that write: on a real PostgreSQL by two servers with connections of their own. Whatever
// was acknowledged is there afterwards, and whole. Every pair is drawn from a seed; a failure names its pair.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { countDeadlocks } from '#tests/support/deadlocks.ts'
import { faultsOfAcknowledged, type Answered } from '#tests/support/pairs/acknowledged.ts'
import type { Act } from '#tests/support/pairs/act.ts'
import { allActs } from '#tests/support/pairs/all-acts.ts'
import { answerActs } from '#tests/support/pairs/answer-acts.ts'
import { backgroundActs, type Background } from '#tests/support/pairs/background-acts.ts'
import { faultsOf } from '#tests/support/pairs/invariants.ts'
import { jittering } from '#tests/support/pairs/jitter.ts'
import { registrationActs } from '#tests/support/pairs/registration-acts.ts'
import { endPreparation, openStage, type Stage } from '#tests/support/pairs/stage.ts'
import { structureActs } from '#tests/support/pairs/structure-acts.ts'
import { writingNames, type AnyReply, type Call, type WritingName } from '#tests/support/races/race.ts'
import { useServer, type TestServer } from '#tests/support/server.ts'

type Drawn = { name: string; index: number } & ({ act: Act } | { background: Background })

const drawnFrom = (names: readonly WritingName[]): Drawn[] =>
  names.flatMap(name => allActs[name].map((act, index) => ({ name, index, act })))
const background: Drawn[] = Object.entries(backgroundActs).flatMap(([name, all]) =>
  all.map((one, index) => ({ name, index, background: one }))
)
const calls = drawnFrom(writingNames)
const any = [...calls, ...background]
const namesOf = (some: object): WritingName[] => Object.keys(some) as WritingName[]
const entry = drawnFrom(namesOf(answerActs))
const meaning = [...entry, ...drawnFrom(namesOf({ ...structureActs, ...registrationActs })), ...background]

/** What lost answers before the locks had one order: in every run. */
const known = (
  [
    ['saveSection', 1, 'updateQuestion', 0],
    ['saveSection', 1, 'updateQuestion', 2],
    ['saveSection', 0, 'updateQuestion', 4],
    ['saveSection', 8, 'updateQuestion', 1],
    ['saveSection', 1, 'deleteQuestionMemberships', 0],
    ['saveSection', 0, 'deleteQuestionMemberships', 1],
    ['saveSection', 8, 'deleteQuestionMemberships', 2],
    ['saveSection', 1, 'updateStructure', 0],
    ['saveSection', 8, 'updateStructure', 1],
    ['saveSection', 10, 'saveSection', 11],
    ['saveSection', 10, 'saveSection', 12],
    ['saveSection', 1, 'updateSubmission', 0],
    ['saveSection', 1, 'createRegistrationSubmission', 2],
    ['saveSection', 8, 'deleteCaseCode', 0],
    ['createPeerGroupMembership', 1, 'updatePeerGroup', 1],
    ['saveSection', 0, 'backup', 0],
    ['saveSection', 1, 'provision', 0],
    ['saveSection', 1, 'provision', 1],
    ['saveSection', 0, 'exportAnswers', 0],
    ['saveSection', 3, 'exportAnswers', 1],
    ['updateQuestion', 0, 'exportAnswers', 0],
    ['createChart', 0, 'deleteQuestionMemberships', 0],
    ['updateChart', 0, 'updateQuestion', 0]
  ] as const
).map(([one, at, other, otherAt]) => [numbered(one, at), numbered(other, otherAt), 1] as const)

function numbered(name: string, index: number): Drawn {
  const found = any.find(one => one.name === name && one.index === index)
  if (found === undefined) throw new Error(`There is no ${name}/${index}.`)
  return found
}

const isLong = process.env['LONG'] !== undefined
const ROUNDS = Number(process.env['PROPERTY_RUNS'] ?? (isLong ? 3000 : 10))
/** Stages leave their rows behind: after so many rounds a new database is used. */
const ROUNDS_OF_A_DATABASE = 250

/** Half of the pairs enter data while another operation changes its meaning. */
const drawn = fc.sample(
  fc.oneof(
    fc.tuple(fc.constantFrom(...entry), fc.constantFrom(...meaning), fc.nat()),
    fc.tuple(fc.constantFrom(...any), fc.constantFrom(...any), fc.nat())
  ),
  ROUNDS
)
const rounds = [...known, ...drawn]
const parts = Array.from({ length: Math.ceil(rounds.length / ROUNDS_OF_A_DATABASE) }, (_, part) =>
  rounds.slice(part * ROUNDS_OF_A_DATABASE, (part + 1) * ROUNDS_OF_A_DATABASE)
)
const alone = isLong ? calls : fc.sample(fc.constantFrom(...calls), 6)

describe.each(parts.map((part, index) => ({ part, index })))('part $index', ({ part, index: number }) => {
  const jitters = [jittering(), jittering()]
  const here = useServer({ plugin: jitters[0]!.plugin })
  const servers =
    process.env['TEST_DATABASE_URL'] === undefined
      ? [here]
      : [here, useServer({ beside: here, plugin: jitters[1]!.plugin })]
  const shake = (seed: number | null): void =>
    jitters.forEach((jitter, index) => jitter.begin(seed === null ? null : `${seed} ${index}`))

  // Whatever is refused anyway would show nothing in a race.
  for (const one of number === 0 ? alone : [])
    test(`${one.name}/${one.index} alone succeeds`, async () => {
      const stage = await openStage(here)
      const run = await prepare(stage, one)
      await endPreparation(stage)
      const { reply } = await run(here)
      expect(reply).toMatchObject({ status: 200 })
      expect([reply.body['rejected'] ?? [], reply.body['conflicts'] ?? []]).toEqual([[], []])
      expect(await faultsOf(stage)).toEqual([])
    })

  for (const [one, other, seed] of part)
    test(`${one.name}/${one.index} and ${other.name}/${other.index} (${seed})`, async () => {
      const stage = await openStage(here)
      expect(await faultsOfPair(stage, servers, [one, other], on => shake(on ? seed : null))).toEqual([])
    })
})

async function faultsOfPair(
  stage: Stage,
  servers: readonly TestServer[],
  pair: readonly [Drawn, Drawn],
  shake: (on: boolean) => void
): Promise<string[]> {
  const ready = [await prepare(stage, pair[0]), await prepare(stage, pair[1])]
  await endPreparation(stage)
  const deadlocks = await countDeadlocks(stage.server.database)
  shake(true)
  const answered = await Promise.all(ready.map((run, index) => run(servers[index % servers.length]!)))
  shake(false)
  const told = answered.map(
    ({ call, reply }) =>
      `${call.name}: ${reply.status} ${reply.body.detail ?? JSON.stringify(reply.body).slice(0, 200)}`
  )
  const faults = [
    ...((await countDeadlocks(stage.server.database)) > deadlocks ? ['they waited for each other'] : []),
    ...answered.filter(({ reply }) => reply.status >= 500).map(({ call }) => `${call.name} failed`),
    ...(await faultsOf(stage)),
    ...(await faultsOfAcknowledged(stage, answered[0]!, answered[1]!)),
    ...(await faultsOfAcknowledged(stage, answered[1]!, answered[0]!))
  ]
  return faults.length > 0 ? [...faults, ...told] : []
}

/** Returns what starts the operation on a server. */
async function prepare(stage: Stage, chosen: Drawn): Promise<(server: TestServer) => Promise<Answered>> {
  if ('background' in chosen) {
    const run = await chosen.background(stage)
    return async server => {
      await run(server.database)
      return {
        call: { name: chosen.name, input: {}, token: undefined } as unknown as Call,
        reply: { status: 204, body: {}, headers: new Headers() }
      }
    }
  }
  const call = await chosen.act(stage)
  return async server => ({ call, reply: await send(server, call) })
}

const send = (server: TestServer, { name, input, token }: Call): Promise<AnyReply> =>
  server.call(endpoints[name], input as never, token) as Promise<unknown> as Promise<AnyReply>
