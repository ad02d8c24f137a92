// What the app and its parts agree on.

export const API_PREFIX = '/api/v1'

/** What travels with a request through Hono. */
export interface AppEnvironment {
  Variables: { requestId: string }
  Bindings: { incoming?: { socket: { remoteAddress?: string } } }
}
