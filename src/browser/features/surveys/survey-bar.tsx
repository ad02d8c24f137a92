import { useStore } from '@nanostores/react'
import { Link } from 'wouter'
import { $case, type CaseReference } from '#browser/stores/survey.ts'
import { BarSlot } from '#browser/ui/bar-slot.tsx'
import { paths } from '#programme/paths.ts'

/** To the right of the bar: the case code and, while it is answered, the exit link. */
export function SurveyBar({ reference, mayLeave = false }: { reference: CaseReference; mayLeave?: boolean }) {
  const check = useStore($case)
  return (
    <BarSlot>
      <div className="flex gap-2 text-small text-ink-2 whitespace-nowrap">
        <span className="tabular-nums max-md:hidden">Case {check?.case_code ?? reference.caseCode}</span>
        {mayLeave && (
          <>
            <span aria-hidden="true" className="max-md:hidden print:hidden">
              ·
            </span>
            <Link
              href={paths.surveyCase(reference.questionnaireId, reference.submissionId, reference.caseCode)}
              className="print:hidden"
            >
              Save and leave
            </Link>
          </>
        )}
      </div>
    </BarSlot>
  )
}
