import { useStore } from '@nanostores/react'
import { $siteConfig } from '#browser/stores/site-config.ts'

/** Whom to contact. */
export function SupportContact() {
  const { support_email } = useStore($siteConfig)
  return (
    <p className="mt-8 pt-5 border-0 border-t border-solid border-line text-small text-ink-2 print:hidden">
      Questions? Ask the person who gave you the code
      {support_email !== '' && (
        <>
          , or write to{' '}
          <a href={`mailto:${support_email}`} className="underline">
            {support_email}
          </a>
        </>
      )}
      .
    </p>
  )
}
