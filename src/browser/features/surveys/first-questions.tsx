import { useSearch } from 'wouter'
import type { CaseReference } from '#browser/stores/survey.ts'
import { Button } from '#browser/ui/button.tsx'
import { LateRichText } from '#browser/ui/rich-text/late-rich-text.tsx'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import { useSmallWindow } from '#browser/ui/use-small-window.ts'
import type { Question, SectionQuestions } from '#contract/questionnaires.ts'
import { HEADING_TYPE } from '#domain/answers/heading-type.ts'
import { firstPart } from './first-part.ts'
import { SurveyBar } from './survey-bar.tsx'
import { SurveySkeleton } from './survey-skeleton.tsx'

interface FirstQuestionsProps {
  sections: readonly SectionQuestions[]
  reference: CaseReference
  /** Set if the code that takes the answers could not be loaded. */
  onRetry: (() => void) | undefined
}

/** The questions that a survey starts with, as they will be asked, without their fields. */
export function FirstQuestions({ sections, reference, onRetry }: FirstQuestionsProps) {
  const part = firstPart(sections, useSearch())
  const isSmall = useSmallWindow()
  if (part === null) return <SurveySkeleton label="Loading the questions" />
  const [first] = part.questions
  const isByPage = isSmall && part.isLong && first !== undefined
  return (
    <div className="survey flex flex-col min-h-[calc(100dvh-56px)] pb-0" aria-busy="true">
      <SurveyBar reference={reference} mayLeave />
      <div className="mb-6">
        <Skeleton className="h-4 w-48 mb-2" />
        <Skeleton className="h-1.5 w-full" />
      </div>
      {!isByPage && <h1>{part.name}</h1>}
      {part.guidanceHtml !== '' && (
        <LateRichText html={part.guidanceHtml} className={isByPage ? 'mb-4 text-ink-2' : 'mt-1 text-ink-2'} />
      )}
      {isByPage ? (
        <QuestionAhead question={first} isTitle />
      ) : (
        <div className="mt-2 border-0 border-y border-solid border-line">
          {part.questions.map(question => (
            <QuestionAhead key={question.question_id} question={question} />
          ))}
        </div>
      )}
      {onRetry !== undefined && (
        <div className="my-4">
          <Button onClick={onRetry}>Try again</Button>
        </div>
      )}
    </div>
  )
}

function QuestionAhead({ question, isTitle = false }: { question: Question; isTitle?: boolean }) {
  const { question_text, help_text, unit, is_required, question_type } = question
  if (question_type === HEADING_TYPE) return <h2 className="pt-6">{question_text}</h2>
  const text = (
    <>
      {question_text}
      {unit !== '' && <span className="font-normal text-ink-3">, {unit}</span>}
      {!is_required && <span className="font-normal text-small text-ink-3"> (optional)</span>}
    </>
  )
  return (
    <div className={isTitle ? '' : 'py-5.5 border-0 border-t border-solid border-line first:border-t-0'}>
      {isTitle ? <h1>{text}</h1> : <p className="font-medium max-w-[66ch]">{text}</p>}
      {help_text !== '' && <p className="mt-1 text-small text-ink-3">{help_text}</p>}
      <Skeleton className="h-10 w-full mt-2.5" />
    </div>
  )
}
