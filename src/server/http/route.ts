import type { Access, Endpoint, ReceivedOf, ReplyOf } from '#contract/endpoint.ts'
import type { endpoints } from '#contract/endpoints.ts'
import type { CallLimits } from './call-limits.ts'
import type { Caller, User } from './caller.ts'
import type { ChartMemory } from '../benchmarks/chart-data/answer.ts'
import type { Database } from '../database/schema.ts'
import type { Log } from './log.ts'
import type { Programme } from './programme.ts'
import type { SecretFor } from '../auth/secrets.ts'
import type { WrittenReply } from './serialized-json.ts'

/** What the whole server has; the same for every request. */
export interface Server {
  database: Database
  programmes: readonly Programme[]
  secretFor: SecretFor
  clock: () => Date
  log: Log
}

type CallerOf<A extends Access> = A extends 'open' ? User | null : A extends 'case_code' ? Caller : User

/** What a route knows of the request beside its validated input. Access has been checked before. */
export interface RouteContext<A extends Access = 'viewer'> extends Server {
  caller: CallerOf<A>
  now: Date
  limits: CallLimits
  /** The programme from whose site the call comes, when the browser names one of the configured origins. Any other origin is null. */
  siteProgramme: Programme | null
  charts: ChartMemory
}

type Route<E extends Endpoint, Written = never> = (
  input: ReceivedOf<E>,
  context: RouteContext<E['access']>
) => Promise<(E['reply'] extends 'file' ? File : ReplyOf<E>) | Written>

export type EndpointName = keyof typeof endpoints
export type RouteOf<Name extends EndpointName> = Route<(typeof endpoints)[Name]>
/** A route that may answer with a reply that was written before. */
export type WritingRouteOf<Name extends EndpointName> = Route<(typeof endpoints)[Name], WrittenReply>
/** One route for each operation: a missing one is a type error. */
export type Routes = { [Name in EndpointName]: WritingRouteOf<Name> }
