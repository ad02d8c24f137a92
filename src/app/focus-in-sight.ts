/**
 * Scrolls what the keyboard focuses wholly into sight. Chromium leaves a control where it is when 32 px of it are seen, and the edge of a table that
 * scrolls would cut its ring, or a message in a low window would cover it. A grid of fields scrolls its own cells.
 */
export function keepFocusInSight(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.closest('[role=grid]')) return
    if (target.matches(':is(a, button, summary, select, input, textarea):focus-visible'))
      target.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  })
}
