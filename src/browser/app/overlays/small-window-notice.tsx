import { runtimeConfig } from '#browser/stores/site-config.ts'
import { Button } from '#browser/ui/button.tsx'
import { acceptSmallWindow } from './small-window.ts'

export const SMALL_WINDOW_TEXT =
  'This website is under construction and not mobile ready. Please use a desktop browser to access the full features.'

/** The button disappears with the notice, so the page takes the focus. */
export function continueAnyway(): void {
  acceptSmallWindow()
  requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }))
}

/** Spec 1: the whole content below the small-screen breakpoint, until the user continues anyway (product 25). */
export function SmallWindowNotice() {
  return (
    <div
      role="main"
      aria-label="Small screen"
      className="grid min-h-dvh content-center justify-items-center gap-2 p-8 text-center sm:hidden print:hidden"
    >
      <h1 className="text-section-strong">{runtimeConfig().productName}</h1>
      <p className="max-w-[44ch] text-lead text-ink-2">{SMALL_WINDOW_TEXT}</p>
      <Button size="l" className="mt-3 h-11!" onClick={continueAnyway}>
        Continue anyway
      </Button>
    </div>
  )
}
