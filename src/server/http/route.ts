import type { AuditKind } from '#contract/audit-kinds.ts'
import type { EndpointAccess, Endpoint, ReceivedOf, ReplyOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import type { CallLimits } from './call-limits.ts'
import type { Caller, CallingUser } from './caller.ts'
import type { Log } from './log.ts'
import type { RunningProgramme } from './programme.ts'
import type { CompressedJson, SerializedJson } from './serialized-json.ts'
import type { StreamedFile } from './streamed-file.ts'

/** The first key signs; tokens of every key are valid, so that a key can be replaced while people work. */
export type SigningKeys = readonly [Uint8Array, ...Uint8Array[]]

/**
 * The keys of a programme's tokens. Each programme has its own, so another programme's token is
 * invalid.
 */
export type SecretFor = (programmeId: number) => Promise<SigningKeys>

/** What all requests of the server share. */
export interface Server {
  database: Database
  programmes: readonly RunningProgramme[]
  secretFor: SecretFor
  clock: () => Date
  log: Log
}

type CallerOf<A extends EndpointAccess> = A extends 'open'
  ? CallingUser | null
  : A extends 'case_code'
    ? Caller
    : CallingUser

/** What a route knows about the request besides its validated input. Access has been checked. */
export interface RouteContext<A extends EndpointAccess = 'viewer'> extends Server {
  caller: CallerOf<A>
  now: Date
  limits: CallLimits
  /** The programme whose site is calling, if the browser names one of the configured origins; otherwise null. */
  siteProgramme: RunningProgramme | null
  /** The caller's network, as counted by rate limits. */
  requester: string
  /** The caller's User-Agent; empty if there is none. */
  userAgent: string
  /** Whether the caller gets only the head of the reply. */
  isHead: boolean
}

declare const recorded: unique symbol
/** What a call that the audit log records has done: only `recordActs` makes it, so no route can forget the log. */
export type Recorded<T, Kind extends AuditKind = AuditKind> = T & { readonly [recorded]: Kind }

type Answered<E extends Endpoint> = E['reply'] extends 'file' ? File | StreamedFile : ReplyOf<E>

type Route<E extends Endpoint, Written = never> = (
  input: ReceivedOf<E>,
  context: RouteContext<E['access']>
) => Promise<
  | (E extends { audits: readonly (infer Kind extends AuditKind)[] }
      ? Recorded<Answered<E>, Kind>
      : Answered<E>)
  | Written
>

export type EndpointName = keyof typeof endpoints
export type RouteOf<Name extends EndpointName> = Route<(typeof endpoints)[Name]>
/** A route that may return a reply that is already serialised. */
export type SerializingRouteOf<Name extends EndpointName> = Route<
  (typeof endpoints)[Name],
  SerializedJson | CompressedJson
>
/** One route for each operation: a missing one is a type error. */
export type Routes = { [Name in EndpointName]: SerializingRouteOf<Name> }

/** A route that does all its work in one transaction, which may run again from its start (see `transaction`). */
export const inTransaction =
  <Input, Context extends Server, Reply>(
    work: (tx: Tx, input: Input, context: Omit<Context, 'database'>) => Promise<Reply>
  ) =>
  (input: Input, context: Context): Promise<Reply> =>
    transaction(context.database, tx => work(tx, input, context))

/** All members of a union in one. */
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void
  ? I
  : never

type OwnRoutes<M> = { [Name in keyof M as Name extends EndpointName ? Name : never]: M[Name] }

/** The routes among the modules' exports: those with the name of an operation. */
export function routesOf<M extends object[]>(...modules: M): OwnRoutes<Intersection<M[number]>> {
  const routes = modules.flatMap(module => Object.entries(module)).filter(([name]) => name in endpoints)
  return Object.fromEntries(routes) as OwnRoutes<Intersection<M[number]>>
}
