import type { LayoutProps } from '#browser/app/route.ts'

/** Screens that are a page of their own. */
export default function NoLayout({ children }: LayoutProps) {
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      {children}
    </main>
  )
}
