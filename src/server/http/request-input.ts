// Reads a request's bytes into values that the contract has validated.

import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { MAX_BODY_BYTES } from '#contract/limits.ts'
import { isStorable } from '#lib/text/text-characters.ts'
import { ApiError } from './api-error.ts'

const MAX_BODY_DEPTH = 32

export interface Received {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

/** Reads and validates what the endpoint declares; refuses with 400, 413, 415 or 422 and a text that names the field. */
export async function readInput(
  endpoint: Endpoint,
  request: Request,
  params: Record<string, string>
): Promise<Received> {
  const received: Received = {}
  if (endpoint.params) {
    for (const [name, value] of Object.entries(params)) rejectUnstorable(value, name)
    received.params = validateInput(endpoint.params, params)
  }
  if (endpoint.query) received.query = validateInput(endpoint.query, queryOf(new URL(request.url)))
  if (endpoint.body) received.body = validateInput(endpoint.body, parseBody(await readBodyText(request)))
  return received
}

function validateInput(schema: NonNullable<Endpoint['body']>, value: unknown): Record<string, unknown> {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output as Record<string, unknown>
  const [issue] = closestIssues(schema, value) ?? result.issues
  const path = v.getDotPath(issue)
  throw new ApiError(422, path === null ? wording(issue) : `${path}: ${wording(issue)}`)
}

/**
 * If a body may have several shapes: the errors against the intended one. That is the shape that has most of the
 * fields that were sent, and among equals the one with the fewest errors.
 */
function closestIssues(schema: v.GenericSchema, value: unknown): Issues | null {
  if (!('options' in schema) || schema.type !== 'union') return null
  const sent = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const [closest] = (schema.options as v.GenericSchema[])
    .flatMap(option => {
      const { issues } = v.safeParse(option, value)
      const fields = 'entries' in option ? (option.entries as object) : {}
      return issues ? [{ issues, known: sent.filter(name => Object.hasOwn(fields, name)).length }] : []
    })
    .toSorted((one, other) => other.known - one.known || one.issues.length - other.issues.length)
  return closest?.issues ?? null
}

type Issues = [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]

/** valibot's own messages repeat the received value, which may be secret; the expected type is enough. */
function wording(issue: v.BaseIssue<unknown>): string {
  if (issue.received === 'undefined') return 'is missing'
  if (!issue.message.startsWith('Invalid ')) return issue.message
  return issue.expected ? `must be ${issue.expected}` : 'is not valid'
}

function queryOf(url: URL): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name)
    for (const value of values) rejectUnstorable(value, name)
    query[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return query
}

/**
 * A page elsewhere may make its visitors' browsers send plain text or a form unasked, for example guesses of passwords from thousands of
 * addresses. Before they send JSON, browsers ask, and `mayCallFrom` answers.
 */
function requireJson({ headers }: Request): void {
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/json')
    throw new ApiError(415, 'Send the body with Content-Type: application/json.')
  if ((headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity')
    throw new ApiError(415, 'Send the body without Content-Encoding.')
}

/** Reads no more than the limit, whatever Content-Length says. */
async function readBodyText(request: Request): Promise<string> {
  requireJson(request)
  const tooLarge = () => new ApiError(413, `The request is larger than ${MAX_BODY_BYTES} bytes.`)
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of streamBody(request)) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new ApiError(400, 'The request is not UTF-8 text.')
  }
}

/** Streams the body. A client that disconnects is not a server error. */
async function* streamBody({ body }: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? []
  } catch {
    throw new ApiError(400, 'The request body is incomplete.')
  }
}

function parseBody(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError(
      400,
      text.trim() === '' ? 'The request has no JSON body.' : 'The request is not valid JSON.'
    )
  }
  rejectHarmful(value, '', 0)
  return value
}

function rejectHarmful(value: unknown, path: string, depth: number): void {
  if (typeof value === 'string') rejectUnstorable(value, path)
  if (typeof value !== 'object' || value === null) return
  if (depth === MAX_BODY_DEPTH) throw new ApiError(422, `${path.split('.')[0]}: is nested too deeply`)
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__')
      throw new ApiError(422, `${path === '' ? '' : `${path}.`}__proto__: is not a field`)
    rejectHarmful(inner, path === '' ? key : `${path}.${key}`, depth + 1)
  }
}

/** Text that no database column can store: a zero byte, or half of a surrogate pair. */
function rejectUnstorable(text: string, field: string): void {
  if (!isStorable(text)) throw new ApiError(422, `${field}: has a character that cannot be stored`)
}
