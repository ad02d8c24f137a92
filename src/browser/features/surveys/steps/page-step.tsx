import { useStore } from '@nanostores/react'
import type { KeyboardEvent } from 'react'
import { Link } from 'wouter'
import { GridQuestions } from '#browser/features/surveys/question/grid-questions.tsx'
import { SurveyQuestion } from '#browser/features/surveys/question/survey-question.tsx'
import { saveNow, type OpenSurvey } from '#browser/features/surveys/survey.ts'
import { focusCell } from '#browser/section/table/cell-id.ts'
import { useCellForm } from '#browser/section/table/use-cell-form.ts'
import { Button, buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { ChevronLeft } from '#browser/ui/icons/icon-paths.ts'
import { LateRichText } from '#browser/ui/rich-text/late-rich-text.tsx'
import { paths } from '#programme/paths.ts'
import { pageAt, type SurveyPage } from './pages.ts'
import { firstFault } from './parts.ts'
import { reportPaste } from './report-paste.ts'
import { SurveySavingState } from './saving-state.tsx'
import { StepHeading } from './step-heading.tsx'
import { goTo, partQuery, type SurveyStep } from './steps.ts'
import { SurveyProgress } from './survey-progress.tsx'

interface PageStepProps {
  survey: OpenSurvey
  step: Extract<SurveyStep, { is: 'part' }>
  pages: readonly SurveyPage[]
}

/** One question of the survey, filling the window, with links to those before and after. */
export function PageStep({ survey, step, pages }: PageStepProps) {
  const { part, number, of, cell, isFromReview } = step
  useStore(survey.$status)
  const at = pageAt(pages, part, cell)
  const page = pages[at]
  if (page === undefined) return null
  const queryOf = (to: SurveyPage) => partQuery(survey.parts, to.part, to.key)
  const { questionnaireId, submissionId, caseCode } = survey.reference
  const before = pages[at - 1]
  const after = pages[at + 1]
  const review = partQuery(survey.parts, 'review')
  const isLast = isFromReview || after === undefined
  const goOn = () => {
    const fault = firstFault(part, page.cells)
    if (fault !== null) return void focusCell(fault)
    saveNow(survey)
    goTo(isLast ? review : queryOf(after))
  }
  const back = before ? queryOf(before) : paths.surveyCase(questionnaireId, submissionId, caseCode)
  return (
    <>
      <SurveyProgress
        text={`Part ${number} of ${of}: ${part.name}`}
        count={`Question ${at + 1} of ${pages.length}`}
        percent={Math.round((at / pages.length) * 100)}
      />
      {page.grid !== null && <StepHeading key={`title-${page.key}`} title={part.name} />}
      {before?.part !== part && part.guidanceHtml !== '' && (
        <LateRichText html={part.guidanceHtml} className="mb-4 text-ink-2" />
      )}
      <PageQuestions key={page.key} survey={survey} page={page} goOn={goOn} />
      <div className="survey-foot">
        <Link
          href={isFromReview ? review : back}
          onClick={() => saveNow(survey)}
          className={buttonClass({ size: 'l' })}
        >
          <Icon of={ChevronLeft} />
          Back
        </Link>
        <SurveySavingState survey={survey} />
        <Button kind="main" size="l" className={isLast ? 'grow' : 'min-w-28'} onClick={goOn}>
          {isLast ? 'Check your answers' : 'Next'}
        </Button>
      </div>
    </>
  )
}

function PageQuestions({ survey, page, goOn }: { survey: OpenSurvey; page: SurveyPage; goOn: () => void }) {
  const { engine } = page.part
  const form = useCellForm(engine, { onPasted: reportPaste })
  /** The key labelled “next” on a phone's keyboard. */
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (event.key !== 'Enter' || page.grid !== null || !(target instanceof HTMLInputElement)) return
    if (!['text', 'date', 'number'].includes(target.type)) return
    target.blur()
    goOn()
  }
  return (
    <form
      ref={form}
      autoComplete="off"
      onSubmit={event => event.preventDefault()}
      onKeyDown={onKeyDown}
      className="mb-6"
    >
      {page.grid === null ? (
        page.cells.map(cell => (
          <SurveyQuestion
            key={cell.key}
            reference={survey.reference}
            engine={engine}
            cell={cell}
            isTitle={cell.key === page.key}
          />
        ))
      ) : (
        <GridQuestions engine={engine} table={page.grid} label={page.part.name} />
      )}
    </form>
  )
}
