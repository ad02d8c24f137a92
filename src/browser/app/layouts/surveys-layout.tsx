import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { LayoutProps } from '#browser/app/route.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { $case } from '#browser/stores/survey.ts'
import { BarSlotContext } from '#browser/ui/bar-slot.tsx'
import { BrandMark } from '#browser/ui/brand.tsx'
import { SkipLink } from '#browser/ui/skip-link.tsx'
import { paths } from '#programme/paths.ts'

/** Respondents see whose survey it is, and no links that lead away from it. */
export default function SurveysLayout({ children }: LayoutProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  return (
    <BarSlotContext value={slot}>
      <header
        data-region
        className="thumbs flex min-h-14 items-center gap-6 max-sm:gap-3 border-0 border-b border-line border-solid bg-surface px-6 max-sm:px-4"
      >
        <SkipLink to="main">Skip to content</SkipLink>
        <SurveyBrand />
        <div ref={setSlot} className="ml-auto flex-none" />
      </header>
      <main id="main" tabIndex={-1} className="thumbs outline-none">
        {children}
      </main>
    </BarSlotContext>
  )
}

/** Next to the logo: the survey's name once a case is open, otherwise the programme's. */
function SurveyBrand() {
  const config = runtimeConfig()
  const check = useStore($case)
  const [path] = useLocation()
  const isInCase = /^\/surveys\/[^/]+\/[^/]+/.test(path)
  const names =
    isInCase && check?.questionnaire_name
      ? {
          productName: check.questionnaire_name,
          programmeName: [check.organisation_name, check.submission_name].filter(Boolean).join(', ')
        }
      : {}
  return (
    <Link href={paths.home()} className="my-1.5 flex min-w-0 text-ink hover:no-underline">
      <BrandMark {...config} {...names} />
    </Link>
  )
}
