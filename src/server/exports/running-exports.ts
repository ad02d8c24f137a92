// Limits the exports that run at once: each holds its questionnaires and a batch of answers for as long as its reader takes.

import type { Database } from '#server/database/schema.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'

const MAX_OF_USER = 2
const MAX_OF_SERVER = 20
const RETRY_AFTER_SECONDS = 60

const runningOn = new WeakMap<Database, string[]>()

/** Counts an export until the returned function is called; a 503 if too many run. */
export function beginExport(database: Database, { programmeId, userId }: CallingUser): () => void {
  const running = runningOn.get(database) ?? []
  runningOn.set(database, running)
  const user = `${programmeId}:${userId}`
  const wait = { 'Retry-After': String(RETRY_AFTER_SECONDS) }
  if (running.filter(one => one === user).length >= MAX_OF_USER)
    throw new ApiError(503, 'Two of your downloads are running. Start this one when one has ended.', wait)
  if (running.length >= MAX_OF_SERVER)
    throw new ApiError(503, 'Many downloads are running. Try again in a minute.', wait)
  running.push(user)
  return () => {
    const at = running.indexOf(user)
    if (at >= 0) running.splice(at, 1)
  }
}
