import { runtimeConfig } from '#browser/stores/site-config.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { X } from '#browser/ui/icons/icon-paths.ts'
import { continueAnyway, SMALL_WINDOW_TEXT } from './small-window-notice.tsx'

/** Respondents use phones, so for them it is a strip above the survey. */
export function SmallWindowStrip() {
  return (
    <section
      aria-label="Small screen"
      className="flex items-start border-0 border-b border-solid border-line bg-sunken py-2 pl-4 text-tiny text-ink-2 sm:hidden print:hidden"
    >
      <p className="min-w-0 flex-1">
        <strong className="font-semibold text-ink">{runtimeConfig().productName}</strong> {SMALL_WINDOW_TEXT}
      </p>
      <button
        type="button"
        aria-label="Close notice"
        title="Close notice"
        className="-my-1.5 grid h-11 w-11 flex-none place-items-center hover:text-ink"
        onClick={continueAnyway}
      >
        <Icon of={X} />
      </button>
    </section>
  )
}
