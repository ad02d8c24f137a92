// Types shared by the app and its parts.

import type { ServerResponse } from 'node:http'

export const API_PATH_PREFIX = '/api/v1'

/** Values that Hono carries with a request. */
export interface AppEnvironment {
  Variables: { requestId: string }
  /** Of a call over the network. */
  Bindings: { incoming?: { socket: { remoteAddress?: string } }; outgoing?: ServerResponse }
}
