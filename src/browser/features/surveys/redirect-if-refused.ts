// Handles a case code that stops being valid while someone answers.

import { navigate } from 'wouter/use-browser-location'
import { rememberOrigin } from '#browser/stores/outcomes.ts'
import { checkCase, closedReason, refuseCase, type CaseReference } from '#browser/stores/survey.ts'
import type { Result } from '#lib/result.ts'
import { paths } from '#programme/paths.ts'

/** The server's status for a call with an invalid case code. */
const FORBIDDEN = 403

const listeners = new Set<() => void>()

/** Called before the redirect, to end what would ask about leaving. Unsent answers stay on this device. */
export function beforeRefusalRedirect(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Passes a result through. If the server refused the case code, checks the code again and redirects to
 * /surveys/404 with the reason (product 16).
 */
export async function redirectIfRefused<T>(
  reference: CaseReference,
  call: Promise<Result<T>>
): Promise<Result<T>> {
  const origin = rememberOrigin()
  const result = await call
  if (result.ok || result.status !== FORBIDDEN) return result
  const check = await checkCase(reference)
  const reason = check.ok ? closedReason(check.value) : null
  if (reason !== null && origin.isOnScreen()) {
    for (const listener of listeners) listener()
    refuseCase(location.pathname + location.search, reason)
    navigate(paths.surveyNotFound(), { replace: true })
  }
  return result
}
