import { useStore } from '@nanostores/react'
import { $session } from '#browser/stores/session.ts'

interface SubmissionOwnerProps {
  submission: { name: string; organisation_name: string } | null
}

/** Admins act for any organisation, so its name stands above everything they can do on the page. */
export function SubmissionOwner({ submission }: SubmissionOwnerProps) {
  const { user } = useStore($session)
  if (!user?.isAdmin || submission === null) return null
  return (
    <p className="mt-0.5 text-small">
      <span className="text-ink-2">Entering for </span>
      <span className="font-semibold">{submission.organisation_name}</span>
      <span className="text-ink-2">, {submission.name}</span>
    </p>
  )
}
