// Sends a read once for all parts of the page that ask for it on the way to a screen (shared-reads.ts).

import { findShared, reads, shareRead } from './shared-reads.ts'

/** The paths, below the API's prefix, of what only reads though it is a POST. */
const postedReads = new Set<string>()

/** Notes that a POST to a path below the API's prefix only reads. */
export const notePostedRead = (path: string): void => void postedReads.add(path)

/** The name of a read among the shared ones; null for a request that may write. */
async function readName(request: Request): Promise<string | null> {
  if (request.method === 'GET') return request.url
  const path = request.url.slice(reads.prefix.length).split('?')[0] ?? ''
  return postedReads.has(path) ? `${request.url}\n${await request.clone().text()}` : null
}

/** Sends requests of the API at `prefix` by `send`, except for reads that are shared. */
export function deduplicateReads(send: typeof globalThis.fetch, prefix: string): typeof globalThis.fetch {
  reads.prefix = prefix
  return async (input, init) => {
    const request = new Request(input, init)
    const read = reads.shared === null ? null : await readName(request)
    if (reads.shared === null || read === null) return send(request)
    reads.asked.add(read)
    const authorization = request.headers.get('authorization')
    const known = findShared(read)
    // Another person's, or one from before the token was renewed, is none of this caller's.
    const response =
      known?.authorization === authorization
        ? known.response
        : shareRead(read, { authorization, response: send(request) })
    return (await response).clone()
  }
}
