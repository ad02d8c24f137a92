import { runtimeConfig } from '#browser/stores/site-config.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { X } from '#browser/ui/icons.ts'
import { acceptSmallWindow } from './small-window.ts'

const TEXT =
  'This website is under construction and not mobile ready. Please use a desktop browser to access the full features.'

/** The button disappears with the notice, so the page takes the focus. */
function goOn(): void {
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
      <p className="max-w-[44ch] text-lead text-ink-2">{TEXT}</p>
      <Button size="l" className="mt-3 h-11!" onClick={goOn}>
        Continue anyway
      </Button>
    </div>
  )
}

/** Respondents use phones, so for them it is a strip above the survey. */
export function SmallWindowStrip() {
  return (
    <section
      aria-label="Small screen"
      className="flex items-start border-0 border-b border-solid border-line bg-sunken py-2 pl-4 text-tiny text-ink-2 sm:hidden print:hidden"
    >
      <p className="min-w-0 flex-1">
        <strong className="font-semibold text-ink">{runtimeConfig().productName}</strong> {TEXT}
      </p>
      <button
        type="button"
        aria-label="Close notice"
        title="Close notice"
        className="-my-1.5 grid h-11 w-11 flex-none place-items-center hover:text-ink"
        onClick={goOn}
      >
        <Icon of={X} />
      </button>
    </section>
  )
}
