// How many downloads run at a time: each holds a batch of rows, or a connection, for as long as its reader takes.

import type { Database } from '#server/database/schema.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import type { StreamedFile } from '#server/http/streamed-file.ts'

const MAX_OF_USER = 2
const MAX_OF_SERVER = 20
const BUSY_SECONDS = 60

const runningOn = new WeakMap<Database, string[]>()

/** Counts a download until its file has been sent; a 503 if too many run. */
export async function countDownload<Made extends StreamedFile>(
  { database, caller }: { database: Database; caller: CallingUser },
  make: () => Promise<Made>
): Promise<Made> {
  const running = runningOn.get(database) ?? []
  runningOn.set(database, running)
  const user = `${caller.programmeId}:${caller.userId}`
  const wait = { 'Retry-After': String(BUSY_SECONDS) }
  if (running.filter(one => one === user).length >= MAX_OF_USER)
    throw new ApiError(503, 'Two of your downloads are running. Start this one when one has ended.', wait)
  if (running.length >= MAX_OF_SERVER)
    throw new ApiError(503, 'Many downloads are running. Try again in a minute.', wait)
  running.push(user)
  const end = () => {
    running.splice(running.indexOf(user), 1)
  }
  try {
    const file = await make()
    file.onEnd(end)
    return file
  } catch (error) {
    end()
    throw error
  }
}
