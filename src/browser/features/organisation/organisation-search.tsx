import { useState } from 'react'
import { Link } from 'wouter'
import { $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Lock } from '#browser/ui/icons/icon-paths.ts'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { SearchBox } from '#browser/ui/search-box.tsx'
import type { Organisation } from '#contract/organisations.ts'
import { countOf } from '#lib/format.ts'
import { hasEveryWord } from '#lib/text/has-every-word.ts'
import { paths } from '#programme/paths.ts'

/** The participants' names: admins choose one, logged-out visitors can only look. */
export function OrganisationSearch({
  organisations,
  isSignedOut
}: {
  organisations: readonly Organisation[]
  isSignedOut: boolean
}) {
  const [query, setQuery] = useState('')
  const shown = organisations.filter(one => hasEveryWord(one.organisation_name, query))
  return (
    <>
      <header className="mb-5">
        <h1>Organisations</h1>
        <p className="mt-0.5 text-ink-3">
          {countOf(organisations.length, 'organisation')} in the programme.
          {!isSignedOut && ' Choose one to see what it takes part in.'}
        </p>
      </header>
      {isSignedOut && (
        <p className="card mb-4 flex flex-wrap items-center gap-2 px-4 py-3 text-small text-ink-2">
          <Icon of={Lock} />
          <span className="min-w-0 flex-1">
            Log in to see your own organisation with its registrations, contacts and people.
          </span>
          <Link href={paths.login({ next: paths.organisation() })} className={buttonClass({ size: 's' })}>
            Log in
          </Link>
        </p>
      )}
      <SearchBox
        label="Find an organisation"
        value={query}
        onChange={setQuery}
        className="mb-3 w-full max-w-80"
      />
      <div className="card">
        {shown.length === 0 ? (
          <EmptyNotice
            title={
              organisations.length === 0
                ? 'No organisation takes part yet'
                : `No organisations match “${query.trim()}”`
            }
            text={organisations.length === 0 ? undefined : 'Every word must be in its name.'}
          />
        ) : (
          <ul aria-label="Organisations">
            {shown.map(({ id, organisation_name }) => (
              <li key={id} className="border-0 border-t border-line border-solid first:border-t-0">
                {isSignedOut ? (
                  <span className="block px-4 py-2.5">{organisation_name}</span>
                ) : (
                  <button
                    type="button"
                    onClick={() => $selectedOrganisationId.set(id)}
                    className="block w-full px-4 py-2.5 text-left text-brand-text hover:bg-surface-hover"
                  >
                    {organisation_name}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
