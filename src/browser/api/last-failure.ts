/** The server's id of the last failed call, by which support finds it in the log; null if none has failed. */
let requestId: string | null = null

export const lastFailedRequest = (): string | null => requestId

/** Refusals (4xx) explain themselves; only server errors need the log. */
export function recordServerFailure({ status, headers }: Response): void {
  if (status >= 500) requestId = headers.get('X-Request-Id')
}
