/** The server's id of the last call that failed in it: support finds the call in the log by it. Null while none has. */
let requestId: string | null = null

export const lastFailedRequest = (): string | null => requestId

/** Refusals (4xx) say themselves what is wrong; only failures of the server are looked up. */
export function recordServerFailure({ status, headers }: Response): void {
  if (status >= 500) requestId = headers.get('X-Request-Id')
}
