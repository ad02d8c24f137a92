// What an operation may cost, as its contract says (limitsOf).
import { limitsOf, type Endpoint } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'

const MEGABYTE = 1024 * 1024

export function requireReplyWithin(endpoint: Endpoint, bytes: number): void {
  const { replyBytes } = limitsOf(endpoint)
  if (bytes > replyBytes)
    throw new ApiError(
      422,
      `The reply would be larger than ${replyBytes / MEGABYTE} MB. Ask for less at once.`
    )
}

/** Answers in time, whatever the call does: its statements are ended by the database, and a write is finished or undone. */
export async function inTime<T>(endpoint: Endpoint, work: Promise<T>): Promise<T> {
  const { seconds } = limitsOf(endpoint)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate(seconds)), seconds * 1000)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const tooLate = (seconds: number): ApiError =>
  new ApiError(
    503,
    `The server could not do this within ${seconds} seconds. Reload the page to see whether it was done.`,
    { 'Retry-After': String(seconds) }
  )
