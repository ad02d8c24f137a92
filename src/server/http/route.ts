import type { Access, Endpoint, ReceivedOf, ReplyOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { CallLimits } from './call-limits.ts'
import type { Caller, User } from './caller.ts'
import type { Database } from '../database/schema.ts'
import type { Log } from './log.ts'
import type { Programme } from './programme.ts'
import type { SerializedJson } from './serialized-json.ts'

/** The key that signs a programme's tokens: each programme has its own, so that a token of one is noise to another. */
export type SecretFor = (programmeId: number) => Promise<Uint8Array>

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
  /** What the caller's browser says of itself; empty where it says nothing. */
  userAgent: string
}

type Route<E extends Endpoint, Written = never> = (
  input: ReceivedOf<E>,
  context: RouteContext<E['access']>
) => Promise<(E['reply'] extends 'file' ? File : ReplyOf<E>) | Written>

export type EndpointName = keyof typeof endpoints
export type RouteOf<Name extends EndpointName> = Route<(typeof endpoints)[Name]>
/** A route that may answer with a reply that was written before. */
export type SerializingRouteOf<Name extends EndpointName> = Route<(typeof endpoints)[Name], SerializedJson>
/** One route for each operation: a missing one is a type error. */
export type Routes = { [Name in EndpointName]: SerializingRouteOf<Name> }

type OwnRoutes<M> = { [Name in keyof M as Name extends EndpointName ? Name : never]: M[Name] }

/** The routes among the exports of a module: those with the name of an operation. */
export function routesOf<M extends object>(module: M): OwnRoutes<M> {
  return Object.fromEntries(Object.entries(module).filter(([name]) => name in endpoints)) as OwnRoutes<M>
}
