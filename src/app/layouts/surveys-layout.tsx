import { BrandLink } from './brand-link.tsx'
import type { LayoutProps } from './default-layout.tsx'

/** Respondents see whose survey it is and nothing that leads away from it. */
export default function SurveysLayout({ children }: LayoutProps) {
  return (
    <>
      <header className="flex h-14 items-center border-0 border-b border-line border-solid bg-surface px-6">
        <BrandLink />
      </header>
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
    </>
  )
}
