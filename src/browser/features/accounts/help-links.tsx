import { useStore } from '@nanostores/react'
import { Fragment, type ReactNode } from 'react'
import { $siteConfig } from '#browser/stores/site-config.ts'

/** Contact and legal links, as far as the site configuration has them. */
export function HelpLinks() {
  const { support_email, privacy_url, terms_url } = useStore($siteConfig)
  const links: ReactNode[] = [
    support_email && (
      <>
        Help: <a href={`mailto:${support_email}`}>{support_email}</a>
      </>
    ),
    privacy_url && <a href={privacy_url}>Privacy</a>,
    terms_url && <a href={terms_url}>Terms</a>
  ].filter(Boolean)
  return (
    <p className="min-h-4 text-tiny text-ink-3">
      {links.map((link, index) => (
        <Fragment key={index}>
          {index > 0 && ' · '}
          {link}
        </Fragment>
      ))}
    </p>
  )
}
