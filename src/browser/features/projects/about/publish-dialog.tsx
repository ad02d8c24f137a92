import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { DialogForm } from '#browser/forms/dialog-form.tsx'
import { createForm } from '#browser/forms/form-store.ts'
import { $leftOut } from '#browser/stores/collection/acceptances.ts'
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
  const [form] = useState(() => createForm({}))
  return (
    <DialogForm form={form} verb={`Publish edition ${next.edition_number}`} send={() => publish(scope, next)}>
      <p className="font-medium">{what}</p>
      <p className="text-ink-2">{publicationContent(next)}</p>
      <LeftOutList scope={scope} />
      <p className="text-ink-2">
        The figures of {acceptedOnly ? 'accepted questionnaires' : 'complete sections'} are frozen as edition{' '}
        {next.edition_number}. Members will see them in all charts and files. You cannot undo this. A later
        correction needs a new edition.
      </p>
    </DialogForm>
  )
}
