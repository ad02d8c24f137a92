import type { LayoutProps } from './default-layout.tsx'

/** Screens that are a page of their own. */
export default function NoLayout({ children }: LayoutProps) {
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      {children}
    </main>
  )
}
