import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'wouter'
import { $organisations, $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { SearchBox } from '#browser/ui/search-box.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import { countOf } from '#lib/format.ts'
import { hasEveryWord } from '#lib/text/has-every-word.ts'

/** Admins belong to no organisation: until they select one, they see a list of all, not an empty page. */
export function ChooseOrganisation({ overviewPath }: { overviewPath: string }) {
  const organisations = useStore($organisations)
  const [wanted, setWanted] = useState('')
  const all = organisations.state === 'ready' ? organisations.value : []
  const found = all.filter(({ organisation_name }) => hasEveryWord(organisation_name, wanted))
  return (
    <section aria-label="Organisations" className="card">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4 border-0 border-b border-solid border-line">
        <div className="flex-1 min-w-60">
          <h2>Choose an organisation</h2>
          <p className="mt-0.5 text-small text-ink-2">
            See its data and act for it.{' '}
            <Link href={overviewPath} className="underline">
              See the progress of all organisations
            </Link>
          </p>
        </div>
        <SearchBox label="Find an organisation" value={wanted} onChange={setWanted} />
      </header>
      {organisations.state === 'loading' && (
        <div className="p-5">
          <SkeletonLines lines={6} label="Loading organisations" />
        </div>
      )}
      {organisations.state === 'failed' && (
        <EmptyNotice role="alert" title="The organisations could not be loaded" text={organisations.error} />
      )}
      {organisations.state === 'ready' && (
        <>
          <p role="status" className="px-5 pt-3 text-tiny text-ink-3">
            {wanted.trim() === ''
              ? countOf(all.length, 'organisation')
              : `${countOf(found.length, 'organisation')} found`}
          </p>
          <ul className="grid gap-x-4 px-2 py-2 sm:grid-cols-2 lg:grid-cols-3">
            {found.map(({ id, organisation_name }) => (
              <li key={id}>
                <button
                  type="button"
                  className="ring-inside block w-full rounded px-3 py-1.5 text-left hover:bg-sunken"
                  onClick={() => $selectedOrganisationId.set(id)}
                >
                  {organisation_name}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
