import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Loadable } from '#browser/api/cache/cache.ts'
import { $downloads, startDownload, stopDownload } from '#browser/stores/downloads.ts'
import { Card } from '#browser/ui/card.tsx'
import { DownloadState } from '#browser/ui/download-state.tsx'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { Pill } from '#browser/ui/pill.tsx'
import { paths } from '#programme/paths.ts'
import { $contacts, $ownDocuments } from './organisation.ts'

interface PartProps<T> {
  title: string
  aside?: ReactNode
  part: Loadable<T[]>
  /** The text for an empty list. */
  none: string
  onRetry: () => void
  children: (list: T[]) => ReactNode
}

/** One part of the page, with its own loading, failure and empty states. */
export function OrganisationPart<T>({ title, aside, part, none, onRetry, children }: PartProps<T>) {
  return (
    <Card title={title} aside={aside}>
      {part.state !== 'ready' ? (
        <NotReady of={part} what={title} lines={3} onRetry={onRetry} className="p-4" />
      ) : part.value.length === 0 ? (
        <EmptyNotice title={none} className="py-6!" />
      ) : (
        children(part.value)
      )}
    </Card>
  )
}

export const CARD_LIST = 'grid gap-3 p-4 text-small'

export function ContactsCard({ onRetry }: { onRetry: () => void }) {
  const contacts = useStore($contacts)
  return (
    <OrganisationPart title="Contacts" part={contacts} none="No contacts yet" onRetry={onRetry}>
      {found => (
        <ul className={CARD_LIST}>
          {found.map(
            ({
              registration_contact_id,
              contact_name,
              contact_role,
              email_address,
              telephone,
              is_primary
            }) => (
              <li key={registration_contact_id}>
                <p className="flex items-center gap-2 font-medium">
                  {contact_name} {is_primary && <Pill>primary</Pill>}
                </p>
                <p className="text-ink-3">{contact_role}</p>
                <a href={`mailto:${email_address}`} className="break-all">
                  {email_address}
                </a>
                {telephone !== '' && <p className="text-ink-2">{telephone}</p>}
              </li>
            )
          )}
        </ul>
      )}
    </OrganisationPart>
  )
}

export function DocumentsCard({ onRetry }: { onRetry: () => void }) {
  const documents = useStore($ownDocuments)
  const downloads = useStore($downloads)
  return (
    <OrganisationPart
      title="Documents"
      part={documents}
      none="No documents for this organisation"
      onRetry={onRetry}
    >
      {found => (
        <div className="p-4 text-small">
          <ul className="grid gap-2">
            {found.map(document => (
              <li key={document.document_id} className="flex flex-wrap items-center gap-2">
                <span className="min-w-0 flex-1">{document.document_name}</span>
                <DownloadState
                  name={document.document_name}
                  size={document.size_bytes}
                  progress={downloads[document.document_id]}
                  onStart={() => void startDownload(document)}
                  onStop={() => stopDownload(document.document_id)}
                />
              </li>
            ))}
          </ul>
          <p className="mt-3">
            <Link href={paths.documents()}>All documents</Link>
          </p>
        </div>
      )}
    </OrganisationPart>
  )
}
