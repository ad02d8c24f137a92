// Where the API is, and what a page does about its replies. The code that calls it loads after the first screen (send-call.ts).

import { invariant } from '#lib/invariant.ts'
import { forgetServerTime } from '#lib/time/server-clock.ts'
import { forgetNotOffered } from './offered.ts'

export interface TransportSettings {
  apiBase: string
  /** Replaces the browser's fetch, for example to call a server in the same process. */
  fetch?: typeof globalThis.fetch
  /** Called when the server no longer accepts the token. */
  onUnauthorised?: () => void
  /** Whether the stored token is that of the user whom the page shows. */
  mayUseToken?: () => boolean
}

let settings: TransportSettings | undefined

export function configureTransport(given: TransportSettings): void {
  settings = given
  forgetServerTime()
  forgetNotOffered()
}

export function transportSettings(): TransportSettings {
  invariant(settings, 'The transport is used before it is configured')
  return settings
}
