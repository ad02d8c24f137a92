import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $leftOut } from '#browser/stores/collection/acceptances.ts'
import { closeModal } from '#browser/stores/modals.ts'
import { Button } from '#browser/ui/button.tsx'
import { ErrorText } from '#browser/ui/notice.tsx'
import { failureText } from '#lib/text/offline-text.ts'
import { LeftOutList } from './left-out.tsx'
import { $publication, publicationContent, publish, type PublicationNext } from './publication.ts'
import type { PublicationScope } from './releases.ts'

interface PublishDialogProps {
  scope: PublicationScope
  next: PublicationNext
  /** The project and period by name. */
  what: string
}

/** Says what will be frozen before it is. */
export function PublishDialog({ scope, next: opened, what }: PublishDialogProps) {
  // After a refusal: the figures as they are now.
  const publication = useStore($publication)
  const next = publication.state === 'ready' ? publication.value.next : opened
  const leftOut = useStore($leftOut)
  const acceptedOnly = leftOut.state === 'ready' && leftOut.value.requires_acceptance
  const [fault, setFault] = useState<string | null>(null)
  const confirm = async () => {
    setFault(null)
    const result = await publish(scope, next)
    if (result.ok) return closeModal()
    setFault(failureText(result.error))
  }
  return (
    <div className="grid gap-4">
      <p className="font-medium">{what}</p>
      <p className="text-ink-2">{publicationContent(next)}</p>
      <LeftOutList scope={scope} />
      <p className="text-ink-2">
        The figures of {acceptedOnly ? 'accepted questionnaires' : 'complete sections'} are frozen as edition{' '}
        {next.edition_number}. Members will see them in all charts and files. You cannot undo this. A later
        correction needs a new edition.
      </p>
      <ErrorText>{fault}</ErrorText>
      <div className="flex justify-end gap-2">
        <Button onClick={closeModal}>Cancel</Button>
        <Button kind="main" onClick={confirm}>
          {`Publish edition ${next.edition_number}`}
        </Button>
      </div>
    </div>
  )
}
