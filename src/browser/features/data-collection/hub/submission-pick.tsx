import { useCollectionContext } from '#browser/features/data-collection/use-collection-context.ts'
import { Pick } from '#browser/ui/pick.tsx'
import { withTerms } from '#domain/projects/submission-word.ts'
import { chooseSubmission } from './submissions.ts'

/** Chooses the submission that the page is about. */
export function SubmissionPick({ projectCode, selected }: { projectCode: string; selected: number | null }) {
  const { submissions } = useCollectionContext()
  if (submissions.length === 0) return null
  return (
    <Pick
      label={withTerms('{Submission}')}
      options={submissions}
      selected={selected}
      onSelect={id => chooseSubmission(projectCode, id)}
    />
  )
}
