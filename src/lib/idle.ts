/** Runs work once the page is idle, after `latest` milliseconds at the latest. Safari has no requestIdleCallback. */
export const whenIdle = (work: () => void, latest = 3000): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: latest })
  else setTimeout(work, latest / 3)
}
