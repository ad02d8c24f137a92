import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { usePageTitle } from '#browser/navigation/page-title.ts'
import { $case, type CaseReference } from '#browser/stores/survey.ts'
import { Button, buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Check, Printer } from '#browser/ui/icons/icon-paths.ts'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import { paths } from '#programme/paths.ts'
import { SupportContact } from './contact.tsx'
import { $content, loadContent } from './content.ts'
import { AnswerList } from './steps/answer-list.tsx'
import { reviewSections } from './steps/review-answers.ts'
import { SurveyBar } from './survey-bar.tsx'

/** The survey is submitted: thanks, the reference, and a copy to keep. */
export default function SurveyCompleteScreen({ questionnaireId, submissionId, caseCode }: CaseReference) {
  useEffect(
    () => void loadContent({ questionnaireId, submissionId, caseCode }),
    [questionnaireId, submissionId, caseCode]
  )
  const check = useStore($case)
  usePageTitle(check?.questionnaire_name ? 'Submitted' : undefined, check?.questionnaire_name ?? undefined)
  const reference = { questionnaireId, submissionId, caseCode }
  return (
    <div className="survey">
      <SurveyBar reference={reference} />
      <h1 className="flex items-center gap-2.5">
        <Icon of={Check} size={22} className="text-ok" />
        Thank you, your answers have been submitted
      </h1>
      <p className="mt-2 text-ink-2">
        {check?.questionnaire_name}, {check?.submission_name}. You can no longer change them.
      </p>
      <dl className="flex gap-3 mt-5 items-baseline">
        <dt className="text-ink-3">Reference</dt>
        <dd className="font-medium tabular-nums">{check?.case_code ?? caseCode}</dd>
      </dl>
      <div className="flex flex-wrap gap-2 mt-6 print:hidden">
        <Button size="l" icon={Printer} onClick={() => print()}>
          Print a copy
        </Button>
        <Link href={paths.survey(questionnaireId, submissionId)} className={buttonClass({ size: 'l' })}>
          Enter another case
        </Link>
      </div>
      <Copy reference={reference} />
      <SupportContact />
    </div>
  )
}

function Copy({ reference }: { reference: CaseReference }) {
  const content = useStore($content)
  if (content.state === 'loading') {
    return (
      <div className="mt-8">
        <SkeletonLines lines={5} label="Loading your answers" />
      </div>
    )
  }
  if (content.state === 'failed')
    return <FailureNotice what="Your answers" failure={content} onRetry={() => loadContent(reference)} />
  const written = reviewSections(content.value).filter(({ answers }) => answers.length > 0)
  if (written.length === 0) return <EmptyNotice title="This survey had no questions" />
  return written.map((part, index) => <AnswerList key={index} part={part} />)
}
