import { runtimeConfig } from '#stores/site-config.ts'

/** Spec 1: the only content below the small-screen breakpoint. */
export function MobileNotice() {
  return (
    <div className="grid min-h-screen content-center justify-items-center gap-2 p-8 text-center sm:hidden">
      <p className="text-section font-semibold">{runtimeConfig().productName}</p>
      <p className="text-ink-2">
        This website is under construction and not mobile ready. Please use a desktop browser to access the
        full features.
      </p>
    </div>
  )
}
