import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useParameters } from '#browser/navigation/use-parameters.ts'
import { resetDownloads } from '#browser/stores/downloads.ts'
import { $session } from '#browser/stores/session.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { $selectedTimePeriod, $timePeriods } from '#browser/stores/time-periods.ts'
import { Button, buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Lock } from '#browser/ui/icons/icon-paths.ts'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { Pick } from '#browser/ui/pick.tsx'
import { SearchBox } from '#browser/ui/search-box.tsx'
import { Segmented } from '#browser/ui/segmented.tsx'
import type { Document } from '#contract/documents.ts'
import { countOf, formatDay } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'
import { DocumentsTable } from './document-table.tsx'
import {
  $documents,
  documentsToShow,
  documentGroups,
  isNew,
  loadDocuments,
  typesOf,
  typeWord
} from './documents.ts'
import { recordDocumentsVisit } from './last-visit.ts'
import { resetZip } from './zip.ts'

const ALL_PERIODS = 0

export default function DocumentsScreen() {
  const userId = useStore($session).user?.sub ?? ''
  return <DocumentsOfUser key={userId} userId={userId} />
}

function DocumentsOfUser({ userId }: { userId: string }) {
  const [since] = useState(() => recordDocumentsVisit(userId))
  const query = useDocumentQuery()
  const load = () => {
    if (query.isKnown) void loadDocuments(query.periodId === ALL_PERIODS ? null : query.periodId, userId)
  }
  useEffect(load, [query.periodId, query.isKnown, userId])
  useEffect(
    () => () => {
      resetDownloads()
      resetZip()
    },
    []
  )
  const documents = useStore($documents)
  const all = documents.state === 'ready' ? documents.value : []
  const fresh = all.filter(document => isNew(document, since)).length
  return (
    <div className="page">
      <header className="mb-5 min-h-13">
        <h1>Documents</h1>
        {documents.state === 'ready' && all.length > 0 && (
          <p className="mt-0.5 text-ink-3">
            {since === null
              ? `${countOf(all.length, 'document')}.`
              : `${fresh === 0 ? 'None' : fresh} of ${all.length} ${fresh === 1 ? 'is' : 'are'} new since you were last here on ${formatDay(since)}.`}
          </p>
        )}
      </header>
      <DocumentToolbar query={query} documents={all} fresh={fresh} since={since} />
      {documents.state !== 'ready' && (
        <NotReady of={documents} what="The documents" lines={6} onRetry={load} className="card p-4" />
      )}
      {documents.state === 'ready' && <DocumentsContent documents={all} query={query} since={since} />}
      {userId === '' && documents.state === 'ready' && <SignedOut count={all.length} />}
    </div>
  )
}

type DocumentQuery = ReturnType<typeof useDocumentQuery>

/** The search is part of the address, so that it survives a reload and can be shared. */
function useDocumentQuery() {
  const [params, set] = useParameters()
  const { isAuthenticated } = useStore($session)
  const selected = useStore($selectedTimePeriod)
  const periods = useStore($timePeriods)
  const named = Number(params.get('tp') ?? Number.NaN)
  const isNamed = Number.isSafeInteger(named) && named >= 0
  return {
    periodId: isNamed ? named : isAuthenticated ? (selected?.id ?? ALL_PERIODS) : ALL_PERIODS,
    /** The default period is known once the periods have loaded or failed. */
    isKnown:
      isNamed ||
      !isAuthenticated ||
      selected !== null ||
      periods.state === 'failed' ||
      (periods.state === 'ready' && periods.value.length === 0),
    type: params.get('type'),
    text: params.get('q') ?? '',
    onlyNew: params.get('show') === 'new',
    set
  }
}

interface DocumentToolbarProps {
  query: DocumentQuery
  documents: readonly Document[]
  fresh: number
  since: string | null
}

function DocumentToolbar({ query, documents, fresh, since }: DocumentToolbarProps) {
  const periods = useStore($timePeriods)
  const types = typesOf(documents)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {since !== null && (
        <Segmented
          label="Which documents"
          pressed={query.onlyNew ? 'new' : 'all'}
          onPress={id => query.set({ show: id === 'new' ? 'new' : '' })}
          options={[
            { id: 'all', label: 'All', count: documents.length },
            { id: 'new', label: `New since ${formatDay(since)}`, count: fresh }
          ]}
        />
      )}
      {periods.state === 'ready' && periods.value.length > 0 && (
        <Pick
          label="Period"
          selected={query.periodId}
          onSelect={id => query.set({ tp: String(id) })}
          options={[
            ...periods.value.map(({ time_period_id, time_period_name }) => ({
              id: time_period_id,
              name: time_period_name
            })),
            { id: ALL_PERIODS, name: 'All' }
          ]}
        />
      )}
      {(types.length > 1 || query.type !== null) && (
        <Pick
          label="Type"
          selected={query.type ?? ''}
          onSelect={type => query.set({ type })}
          options={[{ id: '', name: 'All' }, ...types.map(type => ({ id: type, name: typeWord(type) }))]}
        />
      )}
      <SearchBox
        label="Find a document"
        value={query.text}
        onChange={q => query.set({ q })}
        className="ml-auto w-60 max-sm:ml-0 max-sm:w-full"
      />
    </div>
  )
}

function DocumentsContent({
  documents,
  query,
  since
}: {
  documents: readonly Document[]
  query: DocumentQuery
  since: string | null
}) {
  const shown = documentsToShow(
    documents,
    { onlyNew: query.onlyNew && since !== null, type: query.type, query: query.text },
    since
  )
  if (shown.length === 0) return <NoDocuments hasAny={documents.length > 0} query={query} />
  const groups = documentGroups(shown, since, runtimeConfig().programmeName)
  const isSearch = query.text.trim() !== '' || query.onlyNew || query.type !== null
  return <DocumentsTable groups={groups} since={since} opensAll={isSearch} />
}

function NoDocuments({ hasAny, query }: { hasAny: boolean; query: DocumentQuery }) {
  const searched = query.text.trim()
  const isOnePeriod = query.periodId !== ALL_PERIODS
  return (
    <div className="card">
      <EmptyNotice
        title={
          hasAny
            ? searched === ''
              ? 'No documents match'
              : `No documents match “${searched}”`
            : 'No documents yet'
        }
        text={
          hasAny
            ? 'Only the names of documents and their projects were searched.'
            : isOnePeriod
              ? 'There are no documents for this period.'
              : undefined
        }
        action={
          <span className="flex flex-wrap justify-center gap-2">
            {isOnePeriod && (
              <Button size="s" onClick={() => query.set({ tp: String(ALL_PERIODS) })}>
                {hasAny ? 'Search all periods' : 'Show all periods'}
              </Button>
            )}
            {hasAny && (
              <Button size="s" kind="quiet" onClick={() => query.set({ q: '', type: '', show: '' })}>
                Clear search
              </Button>
            )}
          </span>
        }
      />
    </div>
  )
}

function SignedOut({ count }: { count: number }) {
  return (
    <p className="card mt-4 flex flex-wrap items-center gap-2 px-4 py-3 text-small text-ink-2">
      <Icon of={Lock} />
      <span className="min-w-0 flex-1">
        <b className="font-medium text-ink">You are not logged in.</b> You can see{' '}
        {countOf(count, 'public document')}. Log in to see documents for your projects.
      </span>
      <Link href={paths.login({ next: paths.documents() })} className={buttonClass({ size: 's' })}>
        Log in
      </Link>
    </p>
  )
}
