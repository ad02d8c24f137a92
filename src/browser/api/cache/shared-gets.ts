// Deduplicates GETs while a screen loads: every part of the page that requests the same address gets the same reply. The first
// requests start with the page, before the island's code has loaded (src/pages/_shell/first-calls.js).

import { noteReply } from '#lib/time/server-clock.ts'

/** The requests that the page's inline script has sent. */
export interface FirstCalls {
  authorization: string
  /** By address. */
  responses: Record<string, Promise<Response>>
}

declare global {
  // A script in the page and the island's modules share only the global scope.
  var firstCalls: FirstCalls | undefined
}

interface SharedGet {
  authorization: string | null
  response: Promise<Response>
}

let shared: Map<string, SharedGet> | null = null
let requestedAddresses = new Set<string>()

/** Starts sharing GETs. The page's first call also adopts those that its script has sent. */
export function shareGets(): void {
  shared = new Map()
  requestedAddresses = new Set()
  const { authorization = null, responses = {} } = globalThis.firstCalls ?? {}
  globalThis.firstCalls = undefined
  for (const [address, response] of Object.entries(responses)) {
    void response.then(noteReply, () => {})
    void shareGet(address, { authorization, response })
  }
}

/** Ends the sharing once the screen is shown or a write makes the replies stale. Returns the requested addresses. */
export function stopSharingGets(): string[] {
  shared = null
  return [...requestedAddresses]
}

/** Sends requests with `send`, except those that are shared. */
export function sharingGets(send: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    if (shared === null || request.method !== 'GET') return send(request)
    requestedAddresses.add(request.url)
    const authorization = request.headers.get('authorization')
    const known = shared.get(request.url)
    // Never share a reply with another user, or across a renewal of the token.
    const response =
      known?.authorization === authorization
        ? known.response
        : shareGet(request.url, { authorization, response: send(request) })
    return (await response).clone()
  }
}

function shareGet(address: string, get: SharedGet): Promise<Response> {
  const sharedNow = shared
  sharedNow?.set(address, get)
  // Failures are not shared: the next request is sent again.
  const forget = (): void => {
    if (sharedNow?.get(address) === get) sharedNow.delete(address)
  }
  get.response.then(response => response.ok || forget(), forget)
  return get.response
}
