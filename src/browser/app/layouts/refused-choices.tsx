import { useStore } from '@nanostores/react'
import { $refusedChoices, resetRefusedChoices, type ChoiceName } from '#browser/navigation/address-choices.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import { $organisationInView } from '#browser/stores/viewpoint.ts'
import { Button } from '#browser/ui/button.tsx'
import { withTerms } from '#domain/projects/submission-word.ts'

/** Names choices in the address that are not available, and what the page shows instead. */
export function RefusedChoices() {
  const refused = useStore($refusedChoices)
  const period = useStore($selectedTimePeriod)
  const organisation = useStore($organisationInView)
  const sentences: Record<ChoiceName, string> = {
    timePeriodId: `This link is for a period that is not available. The page shows ${period?.name ?? 'no period'}.`,
    organisationId: `This link is for an organisation that you cannot act for. ${
      organisation ? `The page shows ${organisation.name}.` : 'Choose one above.'
    }`,
    submissionId: withTerms(
      'This link is for {a submission} that you cannot see or that is not in this period. The page shows the one named above.'
    )
  }
  return (
    <div
      role="status"
      className="print:hidden flex flex-wrap items-center gap-3 mx-6 mt-4 px-3 py-2 border border-solid border-line-strong rounded-lg text-small"
    >
      <p className="flex-1 min-w-60">{refused.map(name => sentences[name]).join(' ')}</p>
      <Button size="s" onClick={resetRefusedChoices}>
        Close
      </Button>
    </div>
  )
}
