// A case code that stops opening its survey while somebody answers.
import { navigate } from 'wouter/use-browser-location'
import type { Result } from '#lib/result.ts'
import { paths } from '#navigation/paths.ts'
import { checkCase, closedReason, refuseCase, type CaseReference } from '#stores/survey.ts'

/** The server's status for a call whose case code opens nothing. */
const FORBIDDEN = 403

const listeners = new Set<() => void>()

/** Calls back before a refusal leaves the page, to end what would ask first: answers that cannot be sent any more stay on this device. */
export function beforeRefusalRedirect(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Passes an answer on. Where the server refused the case code, the code is checked again and /surveys/404 says what has become of it
 * (product 16).
 */
export async function redirectIfRefused<T>(
  reference: CaseReference,
  call: Promise<Result<T>>
): Promise<Result<T>> {
  const result = await call
  if (result.ok || result.status !== FORBIDDEN) return result
  const check = await checkCase(reference)
  const reason = check.ok ? closedReason(check.value) : null
  if (reason !== null) {
    for (const listener of listeners) listener()
    refuseCase(location.pathname + location.search, reason)
    navigate(paths.surveyNotFound(), { replace: true })
  }
  return result
}
