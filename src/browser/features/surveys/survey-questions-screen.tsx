import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { CaseReference } from '#browser/stores/survey.ts'
import { useChunk } from '#browser/ui/use-chunk.ts'
import { FirstQuestions } from './first-questions.tsx'
import { $firstContent, beginReading, forgetReading } from './reading.ts'
import { SurveySkeleton } from './survey-skeleton.tsx'
import { surveyWalk } from './survey-walk-chunk.ts'

/** The survey. On a slow connection its first questions can be read before the code that takes the answers is there. */
export default function SurveyQuestionsScreen({ questionnaireId, submissionId, caseCode }: CaseReference) {
  const { module, isMissing, retry } = useChunk(surveyWalk)
  const isWaiting = module === undefined
  useEffect(() => {
    if (isWaiting) void beginReading({ questionnaireId, submissionId, caseCode })
  }, [isWaiting, questionnaireId, submissionId, caseCode])
  useEffect(() => forgetReading, [])
  const content = useStore($firstContent)
  const reference = { questionnaireId, submissionId, caseCode }
  if (module !== undefined) return <module.SurveyWalk {...reference} />
  if (content === null) return <SurveySkeleton label="Loading the questions" />
  return <FirstQuestions sections={content} reference={reference} onRetry={isMissing ? retry : undefined} />
}
