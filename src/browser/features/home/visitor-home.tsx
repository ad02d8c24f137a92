import { useStore } from '@nanostores/react'
import { Link } from 'wouter'
import { $siteConfig, runtimeConfig } from '#browser/stores/site-config.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { LateRichText } from '#browser/ui/rich-text/late-rich-text.tsx'
import { paths } from '#programme/paths.ts'
import { ExampleChart } from './example-chart.tsx'
import { VisitorFacts } from './visitor-facts.tsx'
import { hasVisitorTexts, readVisitorTexts } from './visitor-texts.ts'

/** Product 2, logged out: the programme's introduction and the login, and what the programme says about itself. */
export function VisitorHome() {
  const { programmeName, programmeCode, productName } = runtimeConfig()
  const { intro_title, intro_html, registration_enabled, home } = useStore($siteConfig)
  const texts = readVisitorTexts(home)
  const isFull = hasVisitorTexts(texts)
  return (
    <>
      <div className={isFull ? 'bg-brand-tint border-0 border-b border-solid border-line' : ''}>
        <div
          className={`page ${isFull ? 'grid grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] max-lg:grid-cols-[minmax(0,1fr)] items-center gap-10 pb-10!' : ''}`}
        >
          <section className={`grid max-w-[720px] justify-items-start gap-4 ${isFull ? '' : 'pt-14'}`}>
            {!isFull && (
              <>
                <img src={`/images/logos/${programmeCode}.svg`} alt="" width={56} height={56} />
                <p className="text-ink-3">{programmeName}</p>
              </>
            )}
            <h1 className="text-poster! tracking-[-.02em]!">{intro_title || productName}</h1>
            {intro_html && <LateRichText html={intro_html} className="text-lead text-ink-2" />}
            {texts.facts.length > 0 && (
              <dl className="m-0 flex flex-wrap gap-x-7 gap-y-3">
                {texts.facts.map(({ value, label }) => (
                  <div key={label} className="flex flex-col-reverse">
                    <dt className="text-small text-ink-2">{label}</dt>
                    <dd className="m-0 text-title font-semibold tabular-nums">{value}</dd>
                  </div>
                ))}
              </dl>
            )}
            <div className="mt-3 flex gap-3">
              <Link href={paths.login()} className={buttonClass({ kind: 'main', size: 'l' })}>
                Log in
              </Link>
              {registration_enabled && (
                <Link href={paths.register()} className={buttonClass({ size: 'l' })}>
                  Register
                </Link>
              )}
            </div>
            {!isFull && <SupportLine />}
          </section>
          {isFull && <ExampleChart />}
        </div>
      </div>
      {isFull && (
        <div className="page">
          <VisitorFacts texts={texts} />
          <footer className="mt-6 pt-4 flex flex-wrap items-center gap-x-6 gap-y-2 border-0 border-t border-solid border-line">
            <span className="flex-1">
              <SupportLine />
            </span>
            <LegalLinks />
          </footer>
        </div>
      )}
    </>
  )
}

function SupportLine() {
  const { support_email } = useStore($siteConfig)
  return support_email === '' ? null : (
    <p className="text-small text-ink-3">
      Questions?{' '}
      <a href={`mailto:${support_email}`} className="underline">
        {support_email}
      </a>
    </p>
  )
}

function LegalLinks() {
  const { privacy_url, terms_url } = useStore($siteConfig)
  return (
    <p className="flex gap-5 text-small">
      {privacy_url && <a href={privacy_url}>Privacy</a>}
      {terms_url && <a href={terms_url}>Terms</a>}
    </p>
  )
}
