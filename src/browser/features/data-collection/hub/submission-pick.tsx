import { withTerms } from '#lib/submission-word.ts'
import { Pick } from '#browser/ui/pick.tsx'
import { chooseSubmission } from './submissions.ts'
import { useCollectionContext } from '../use-collection-context.ts'

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
