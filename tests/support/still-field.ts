// Notices come and go while someone types: nothing may push the field with the caret (look rule 7).

import { expect, type Browser, type BrowserContext } from '@playwright/test'
import { test as base } from './e2e-test.ts'

/** The `test` of what people type into: whatever a test is about, nothing moves the field with the caret, in any window it opens. */
export const test = base.extend<{ stillField: void }>({
  stillField: [
    async ({ browser, context }, use) => {
      const moved: string[] = []
      await recordMovedFields(context, moved)
      const restore = recordInNewContexts(browser, moved)
      await use()
      restore()
      expect.soft(moved, 'fields that moved under the caret').toEqual([])
    },
    { auto: true }
  ]
})

/** Writes down each time that the focused field moved without a scroll, another window size or another focus. */
export async function recordMovedFields(context: BrowserContext, moved: string[] = []): Promise<string[]> {
  await context.exposeFunction('recordMovedField', (what: string) => void moved.push(what))
  await context.addInitScript(watchField)
  return moved
}

function recordInNewContexts(browser: Browser, moved: string[]): () => void {
  const open = browser.newContext.bind(browser)
  browser.newContext = async options => {
    const context = await open(options)
    await recordMovedFields(context, moved)
    return context
  }
  return () => void (browser.newContext = open)
}

/** In the page. */
function watchField(): void {
  const { recordMovedField } = window as unknown as { recordMovedField: (what: string) => void }
  const TYPED_INTO = 'textarea, select, input:not([type=checkbox], [type=radio])'
  let last: { field: Element; top: number; scene: string } | null = null
  const look = (): void => {
    requestAnimationFrame(look)
    const field = document.activeElement
    // Beside the cells a comment that was just sent takes its place above the field for the next. A dialog stands in the
    // middle of the window, and grows to both sides.
    if (!field?.matches(TYPED_INTO) || field.closest('dialog, aside')) {
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
