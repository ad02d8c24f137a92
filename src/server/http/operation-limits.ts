// Enforces the limits in an operation's contract (limitsOf).

import { limitsOf, type Endpoint } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'

const BYTES_PER_MEGABYTE = 1024 * 1024

export function requireReplyWithin(endpoint: Endpoint, bytes: number): void {
  const { replyBytes } = limitsOf(endpoint)
  if (bytes > replyBytes)
    throw new ApiError(
      422,
      `The reply would be larger than ${replyBytes / BYTES_PER_MEGABYTE} MB. Ask for less at once.`
    )
}

/**
 * Responds in time even if the call continues: the database ends its statements, and a write is committed or rolled back. A file that is
 * ready only then is discarded.
 */
export async function respondInTime(endpoint: Endpoint, work: Promise<Response>): Promise<Response> {
  const { seconds } = limitsOf(endpoint)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(tooLate(seconds))
      // A failure has been answered too.
      void work.then(discardBody, () => undefined)
    }, seconds * 1000)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Releases what a response holds whose body nobody reads, such as the place of a running download. */
export const discardBody = async (response: Response): Promise<void> => response.body?.cancel()

const tooLate = (seconds: number): ApiError =>
  new ApiError(
    503,
    `The server could not do this within ${seconds} seconds. Reload the page to see whether it was done.`,
    { 'Retry-After': String(seconds) }
  )
