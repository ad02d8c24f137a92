import { useStore } from '@nanostores/react'
import { type ReactNode, Fragment } from 'react'
import { Link } from 'wouter'
import { runtimeConfig, $siteConfig } from '#browser/stores/site-config.ts'
import { BrandMark } from '#browser/ui/brand.tsx'
import { paths } from '#programme/paths.ts'
import { Introduction } from './introduction.tsx'

/** The two halves of every account page: the form, and the programme's introduction. */
export function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[minmax(420px,5fr)_7fr]">
      <div className="flex flex-col bg-surface px-14 py-8 max-lg:px-6 max-lg:py-5 max-sm:px-4">
        <Link href={paths.home()} className="self-start text-ink hover:no-underline">
          <BrandMark {...runtimeConfig()} />
        </Link>
        {children}
        <HelpLinks />
      </div>
      <Introduction />
    </div>
  )
}

/** The heading of such a page. */
export function AccountHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div>
      <h1>{title}</h1>
      {children && <p className="mt-1 text-ink-2">{children}</p>}
    </div>
  )
}

export const accountColumn = 'my-auto grid w-full max-w-95 gap-4.5 py-8'

export function BackToLogin() {
  return (
    <p className="text-small">
      <Link href={paths.login()} className="underline">
        Back to log in
      </Link>
    </p>
  )
}

/** Contact and legal links, as far as the site configuration has them. */
function HelpLinks() {
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
