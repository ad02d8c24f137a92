// On the way to a screen no GET is sent twice: what one part of the page has asked for is given to every other that asks for the same. The first
// of them start with the page, before the island's code is there (src/pages/_shell/first-calls.js).

import { noteReply } from '#lib/time/server-clock.ts'

/** What the inline script of the page has begun. */
export interface FirstCalls {
  authorization: string
  /** By address. */
  responses: Record<string, Promise<Response>>
}

declare global {
  // A script in the page and the island's modules have only the global scope in common.
  var firstCalls: FirstCalls | undefined
}

interface SharedGet {
  authorization: string | null
  response: Promise<Response>
}

let shared: Map<string, SharedGet> | null = null
let requestedAddresses = new Set<string>()

/** From now on GETs are shared. With the page's first call come those that its script has begun. */
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

/** Ends the sharing: the screen is there, or a write makes the replies old. Returns the addresses that were asked for meanwhile. */
export function stopSharingGets(): string[] {
  shared = null
  return [...requestedAddresses]
}

/** Sends requests by `send`, except for what is shared. */
export function sharingGets(send: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    if (shared === null || request.method !== 'GET') return send(request)
    requestedAddresses.add(request.url)
    const authorization = request.headers.get('authorization')
    const known = shared.get(request.url)
    // Another person's, or one from before the token was renewed, is none of this caller's.
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
  // A failure is not passed on: whoever asks again has the call sent again.
  const forget = (): void => {
    if (sharedNow?.get(address) === get) sharedNow.delete(address)
  }
  get.response.then(response => response.ok || forget(), forget)
  return get.response
}
