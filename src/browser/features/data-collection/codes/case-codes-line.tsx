import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { useOffered } from '#browser/api/offered.ts'
import { openModal } from '#browser/stores/modals.ts'
import { Button, buttonClass } from '#browser/ui/button.tsx'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import { getSurveySummary } from '#contract/survey-summary.ts'
import { CaseCodesDialog, type CaseCodesDialogProps } from './case-codes-dialog.tsx'
import { codeListOf, codesSummary, loadCodes, mayManageCodes, maySeeResults } from './case-codes.ts'

/** In place of a survey's sections: how many codes are used and complete, and a button to manage them. */
interface CaseCodesLineProps extends Omit<CaseCodesDialogProps, 'title'> {
  resultsPath: string
}

export function CaseCodesLine({ resultsPath, ...props }: CaseCodesLineProps) {
  const { questionnaireId, submissionId } = props.scope
  const isAllowed = mayManageCodes()
  const hasResults = useOffered(getSurveySummary)
  useEffect(() => {
    if (isAllowed) void loadCodes({ questionnaireId, submissionId })
  }, [isAllowed, questionnaireId, submissionId])
  const open = () =>
    openModal({
      component: CaseCodesDialog,
      size: 'large',
      props: { ...props, title: `Case codes: ${props.questionnaireName}` }
    })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2.5 text-small text-ink-2">
      <p className="flex-1 min-w-[min(100%,16rem)]">Filled in by respondents, each with a case code.</p>
      {isAllowed && (
        <>
          <Count scope={props.scope} />
          <Button size="s" aria-label={`Manage codes: ${props.questionnaireName}`} onClick={open}>
            Manage codes
          </Button>
          {hasResults && maySeeResults() && (
            <Link
              href={resultsPath}
              className={buttonClass({ size: 's' })}
              aria-label={`Results: ${props.questionnaireName}`}
            >
              Results
            </Link>
          )}
        </>
      )}
    </div>
  )
}

function Count({ scope }: Pick<CaseCodesDialogProps, 'scope'>) {
  const codes = useStore(codeListOf(scope))
  if (codes.state === 'loading') return <Skeleton className="h-4 w-44" />
  return (
    <span className="tabular-nums">
      {codes.state === 'failed' ? 'The number of codes could not be loaded' : codesSummary(codes.value)}
    </span>
  )
}
