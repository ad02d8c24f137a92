// A race: identical or contradictory calls, sent at the same time to every server of one database.

import type { InputOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { EndpointName } from '#server/http/route.ts'
import type { chartBuilding } from '#tests/support/chart-building.ts'
import type { peerGrouping } from '#tests/support/peer-grouping.ts'
import type { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import type { useRegistering } from '#tests/support/registration-steps.ts'
import type { savingOn } from '#tests/support/save-answers.ts'
import type { Reply, TestServer } from '#tests/support/server.ts'

/** GET operations that write: they create a secret, or a file for later calls. */
export const WRITING_GETS = ['generateOtp', 'downloadRelease'] as const

type Endpoints = typeof endpoints
export type WritingName =
  | { [Name in EndpointName]: Endpoints[Name]['method'] extends 'GET' ? never : Name }[EndpointName]
  | (typeof WRITING_GETS)[number]

/** Derived from the contract when the tests run. */
export const writingNames = (Object.keys(endpoints) as EndpointName[]).filter(
  (name): name is WritingName => endpoints[name].method !== 'GET' || WRITING_GETS.some(get => get === name)
)

export interface Call {
  name: EndpointName
  input: unknown
  token: string | undefined
}

export function callOf<Name extends EndpointName>(
  name: Name,
  input: InputOf<Endpoints[Name]>,
  token?: string
): Call {
  return { name, input, token }
}

export type AnyReply = Reply<Record<string, unknown>>

export interface Race {
  calls: Call[]
  /** How many calls win: a number, or the minimum and maximum. */
  winners: number | readonly [number, number]
  /** By default, a call wins if its status is 200. */
  hasWon?: (reply: AnyReply) => boolean
  /** Checks what must be true afterwards. */
  after?: (replies: AnyReply[]) => Promise<void>
}

export interface Arena {
  server: TestServer
  registering: ReturnType<typeof useRegistering>
  building: ReturnType<typeof questionnaireBuilding>
  charting: ReturnType<typeof chartBuilding>
  grouping: ReturnType<typeof peerGrouping>
  saving: ReturnType<typeof savingOn>
}

export type Scenario = (arena: Arena) => Promise<Race>

/** How many calls of one kind are sent at the same time. */
export const AT_ONCE = 8

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Two contradictory calls, alternating. */
export const byTurns = (one: Call, other: Call, count = AT_ONCE): Call[] =>
  times(count, index => (index % 2 === 0 ? one : other))

let last = 0
/** A name that no other race uses. */
export const fresh = (word: string): string => `${word} ${++last}`
