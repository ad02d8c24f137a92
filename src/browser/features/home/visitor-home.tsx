import { useStore } from '@nanostores/react'
import { Link } from 'wouter'
import { $siteConfig, runtimeConfig } from '#browser/stores/site-config.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { LateRichText } from '#browser/ui/rich-text/late-rich-text.tsx'
import { paths } from '#programme/paths.ts'

/** Product 2, logged out: the programme's introduction and the login. */
export function VisitorHome() {
  const { programmeName, programmeCode, productName } = runtimeConfig()
  const { intro_title, intro_html, registration_enabled, support_email } = useStore($siteConfig)
  return (
    <div className="page">
      <section className="grid max-w-[720px] justify-items-start gap-4 pt-14">
        <img src={`/images/logos/${programmeCode}.svg`} alt="" width={56} height={56} />
        <p className="text-ink-3">{programmeName}</p>
        <h1 className="text-poster! tracking-[-.02em]!">{intro_title || productName}</h1>
        {intro_html && <LateRichText html={intro_html} className="text-lead text-ink-2" />}
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
        {support_email && (
          <p className="mt-2 text-small text-ink-3">
            Questions?{' '}
            <a href={`mailto:${support_email}`} className="underline">
              {support_email}
            </a>
          </p>
        )}
      </section>
    </div>
  )
}
