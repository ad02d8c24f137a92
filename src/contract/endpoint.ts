import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { AuditKind } from './audit-kinds.ts'
import { MAX_REPLY_BYTES, MAX_SECONDS } from './limits.ts'
import type { RateLimit } from './rate-limits.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call, named by the least privileged caller. `open` is anyone, `case_code` a respondent whose call has a valid case code
 * (or anyone logged in), the rest are roles. The route decides which organisations' data a role may access, and returns 404 for others.
 */
export type EndpointAccess = 'open' | 'case_code' | 'viewer' | 'contributor' | 'lead' | 'admin' | 'superuser'

type EndpointSchema = GenericSchema

/**
 * One operation of the API: the only place that declares its method, path, access and shapes. Client, server, tests and the OpenAPI document
 * read them from here. `path` is relative to the API prefix, spelled as in the specification's section 7, with its trailing slash.
 */
export type Endpoint = EndpointDefinition & (OpenToStrangers | ForUsers)

/** An operation that needs no account must declare rate limits; without any it is a type error. */
interface OpenToStrangers {
  access: 'open' | 'case_code'
  rateLimits: readonly RateLimit[]
  isBeforeSecondFactor?: never
  /** Members see more than anonymous callers, so an expired token is refused: a member must never take the anonymous reply for their own. */
  hasMemberReply?: true
}

interface ForUsers {
  access: Exclude<EndpointAccess, OpenToStrangers['access']>
  rateLimits?: never
  hasMemberReply?: never
  /** Also for users who still have to set up the second factor that their programme demands. Everything else is refused until then. */
  isBeforeSecondFactor?: true
}

interface EndpointDefinition {
  method: Method
  path: string
  /** One sentence for the OpenAPI document. */
  summary: string
  params?: EndpointSchema
  query?: EndpointSchema
  body?: EndpointSchema
  /** Shape of the JSON reply, or 'file' for an attachment. */
  reply: EndpointSchema | 'file'
  /** Not among the operations of spec 7 (decision 0032), so another API may lack it: screens ask `isOffered` first. */
  isAddition?: true
  /** Changes nothing, though it is not a GET. */
  onlyReads?: true
  /** Refused with 503 and Retry-After while too many wait, before anything is checked or counted: a client may send it again. */
  refusesWhenBusy?: true
  /** The largest reply, if it can exceed MAX_REPLY_BYTES. */
  maxReplyBytes?: number
  /** The longest duration, if it can exceed MAX_SECONDS; then the server responds with 503. */
  maxSeconds?: number
  /** What the audit log records of it: the route returns what `recordActs` has recorded. */
  audits?: readonly AuditKind[]
  /** The reply contains credentials: it is neither cached by browsers nor compressed. */
  hasSecret?: true
}

/** The limits of an operation: size of the reply and duration. */
export const limitsOf = ({ maxReplyBytes, maxSeconds }: Endpoint) => ({
  replyBytes: maxReplyBytes ?? MAX_REPLY_BYTES,
  seconds: maxSeconds ?? MAX_SECONDS
})

// A bundle leaves out the operations that it does not use.
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const E extends Endpoint>(shape: E): E {
  return shape
}

type InputField<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends EndpointSchema
  ? E[K]
  : never

/** What a caller passes in: `{ params, query, body }`, each only where the operation has it. */
export type InputOf<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as InputField<E, K> extends never ? never : K]: InferInput<
    InputField<E, K>
  >
}

/** What the server's route receives after validation. */
export type ReceivedOf<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as InputField<E, K> extends never ? never : K]: InferOutput<
    InputField<E, K>
  >
}

export type ReplyOf<E extends Endpoint> = E['reply'] extends EndpointSchema ? InferOutput<E['reply']> : Blob

type OwnEndpoints<M> = { [Name in keyof M as M[Name] extends Endpoint ? Name : never]: M[Name] }

type Both<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer All) => void ? All : never

/** The operations among the exports of modules, by name; the other exports are shapes. */
export function endpointsOf<M extends object>(modules: readonly M[]): Both<OwnEndpoints<M>> {
  const isEndpoint = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && 'method' in value && 'access' in value
  return Object.fromEntries(
    modules.flatMap(module => Object.entries(module)).filter(([, value]) => isEndpoint(value))
  ) as Both<OwnEndpoints<M>>
}
