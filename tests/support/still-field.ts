// Notices come and go while someone types: nothing may push the field with the caret (look rule 7).
import type { BrowserContext } from '@playwright/test'

/** Writes down each time that the focused field moved without a scroll, another window size or another focus. Call before the pages are opened. */
export async function recordMovedFields(context: BrowserContext): Promise<string[]> {
  const moved: string[] = []
  await context.exposeFunction('recordMovedField', (what: string) => void moved.push(what))
  await context.addInitScript(watchField)
  return moved
}

/** In the page. */
function watchField(): void {
  const { recordMovedField } = window as unknown as { recordMovedField: (what: string) => void }
  let last: { field: Element; top: number; scene: string } | null = null
  const look = (): void => {
    requestAnimationFrame(look)
    const field = document.activeElement
    // Beside the cells a comment that was just sent takes its place above the field for the next.
    if (!field?.matches('input, textarea, select') || field.closest('dialog, aside')) {
      last = null
      return
    }
    let scrolled = scrollY
    for (let at = field.parentElement; at; at = at.parentElement) scrolled += at.scrollTop
    const { top } = field.getBoundingClientRect()
    const scene = `${innerWidth} ${innerHeight} ${scrolled} ${location.href}`
    if (last?.field === field && last.scene === scene && Math.abs(top - last.top) > 1)
      recordMovedField(`${field.getAttribute('aria-label') ?? field.id} by ${Math.round(top - last.top)} px`)
    last = { field, top, scene }
  }
  requestAnimationFrame(look)
}
