import { navigate } from 'wouter/use-browser-location'
import { useCollectionContext } from '#browser/features/data-collection/use-collection-context.ts'
import { writeChoices } from '#browser/navigation/address-choices.ts'
import { Pick } from '#browser/ui/pick.tsx'
import { withTerms } from '#domain/projects/submission-word.ts'
import { paths } from '#programme/paths.ts'

/** Another submission has another hub; an open section belongs to the submission it was opened for. */
function chooseSubmission(projectCode: string, id: number): void {
  const hub = paths.dataCollection(projectCode)
  const query = new URLSearchParams(location.pathname === hub ? location.search : '')
  writeChoices(query, { submissionId: id })
  navigate(`${hub}?${query.toString()}`, { replace: location.pathname === hub })
}

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
