// Sends this user's answers on this device of sections that are not open: at the start, a moment after a screen was left, and, while answers only wait
// for the server, with backoff.

import { $view } from '#browser/app/view.ts'
import { listUnsentSections } from '#browser/section/sync/unsent-sections.ts'
import { $isAuthenticated, $session, $tokenState } from '#browser/stores/session.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { chunk } from '#lib/chunk.ts'
import { disposeAll } from '#lib/dispose.ts'
import { SECOND_MS } from '#lib/time/clock.ts'

/** Loaded only where there is something to send. */
const unsentAnswers = chunk(() => import('#browser/features/data-collection/unsent-answers.ts'))

/** A section that was just left stores what was typed last. */
const AFTER_LEAVING_MS = SECOND_MS

/** Watches until the user logs out. */
export function watchUnsent(): void {
  const user = $session.get().user?.sub
  if (user === undefined) return
  const told = { sections: new Map<string, number>(), isWaiting: false }
  /** Consecutive. */
  let failures = 0
  let isSending = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const sendIn = (milliseconds: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void send(), milliseconds)
  }
  const send = async (): Promise<void> => {
    if (isSending) return sendIn(AFTER_LEAVING_MS)
    isSending = true
    try {
      const all = await listUnsentSections(runtimeConfig().programmeCode)
      const sections = all.filter(section => section.user === user)
      const code = sections[0] && (await unsentAnswers.tryLoad())
      told.isWaiting = code ? await code.sendUnsentAnswers(sections, told) : false
      failures = told.isWaiting ? failures + 1 : 0
      if (code && told.isWaiting && stops.length > 0) sendIn(code.backoffSeconds(failures) * SECOND_MS)
    } catch {
      // The next screen tries again after an error, or if the code could not be loaded.
    }
    isSending = false
  }
  const retry = (): void => {
    if (failures > 0) sendIn(0)
  }
  const events = new AbortController()
  for (const back of ['online', 'focus']) addEventListener(back, retry, { signal: events.signal })
  const stops = [
    () => events.abort(),
    () => clearTimeout(timer),
    $tokenState.listen(retry),
    $view.listen(() => sendIn(AFTER_LEAVING_MS)),
    $isAuthenticated.listen(() => disposeAll(stops))
  ]
  void send()
}
