// A reply's bytes, and how browsers may cache them.

import { hash } from 'node:crypto'
import type { Context } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Caller } from './caller.ts'
import { bestEncoding, compressReply, decompressFromCache } from './compression.ts'
import { requireReplyWithin } from './operation-limits.ts'
import { CompressedJson, SerializedJson } from './serialized-json.ts'

const JSON_TYPE = 'application/json'

/** Cached by the caller's browser only, and revalidated before each use. */
const REVALIDATED = 'private, no-cache'

/** Sends a reply as JSON: compressed where that helps, and not at all where the caller has the same already. */
export async function sendJson(
  context: Context,
  { endpoint, caller }: { endpoint: Endpoint; caller: Caller | null },
  reply: object
): Promise<Response> {
  const acceptEncoding = context.req.header('Accept-Encoding')
  const isCacheable = mayBeKept(endpoint, caller)
  if (reply instanceof CompressedJson && !isCacheable && bestEncoding(acceptEncoding) === 'br')
    return context.body(reply.brotli, 200, { 'Content-Type': JSON_TYPE, 'Content-Encoding': 'br' })
  const json = await encodeReply(reply)
  requireReplyWithin(endpoint, json.byteLength)
  if (endpoint.hasSecret) return context.body(json, 200, { 'Content-Type': JSON_TYPE })
  const kept = isCacheable ? { ETag: entityTag(caller, json), 'Cache-Control': REVALIDATED } : undefined
  if (kept && namesTag(context.req.header('If-None-Match'), kept.ETag)) return context.body(null, 304, kept)
  const { bytes, encoding } = await compressReply(json, acceptEncoding)
  return context.body(bytes, 200, {
    'Content-Type': JSON_TYPE,
    ...(encoding && { 'Content-Encoding': encoding }),
    ...kept
  })
}

export async function encodeReply(reply: object): Promise<Uint8Array<ArrayBuffer>> {
  if (reply instanceof SerializedJson) return reply.json
  if (reply instanceof CompressedJson) return decompressFromCache(reply.brotli)
  return new TextEncoder().encode(JSON.stringify(reply))
}

/** A respondent may use anyone's device and never logs out, so replies to case codes are not cached. */
const mayBeKept = ({ method }: Endpoint, caller: Caller | null): boolean =>
  method === 'GET' && caller?.kind !== 'respondent'

/**
 * The ETag of a reply, from its content and its recipient: two people, or one person in two roles, never share one. It is weak, because the
 * compressed reply has the same.
 */
function entityTag(caller: Caller | null, json: Uint8Array): string {
  const reader =
    caller?.kind === 'user'
      ? [caller.programmeId, caller.userId, caller.roleTypeId, caller.organisationId].join('/')
      : ''
  return `W/"${hash('sha256', `${reader} ${hash('sha256', json, 'base64url')}`, 'base64url').slice(0, 27)}"`
}

const namesTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some(candidate => weakTag(candidate.trim()) === tag)

/** A proxy may have made a weak tag strong, or the other way round: If-None-Match compares without it. */
const weakTag = (tag: string): string => (tag.startsWith('W/') ? tag : `W/${tag}`)
