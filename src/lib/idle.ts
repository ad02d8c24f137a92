/** Runs work once the page has nothing else to do, or after as many milliseconds. Safari has no requestIdleCallback. */
export const whenIdle = (work: () => void, latest = 3000): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: latest })
  else setTimeout(work, latest / 3)
}
