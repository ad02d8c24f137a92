// Types shared by the app and its parts.

export const API_PATH_PREFIX = '/api/v1'

/** Values that Hono carries with a request. */
export interface AppEnvironment {
  Variables: { requestId: string }
  Bindings: { incoming?: { socket: { remoteAddress?: string } } }
}
