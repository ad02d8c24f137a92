import { useStore } from '@nanostores/react'
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
import { useSmallWindow } from '#browser/ui/use-small-window.ts'
import { paths } from '#programme/paths.ts'
import { PageStep } from './page-step.tsx'
import { pagesOf } from './pages.ts'
import { firstFault, type SurveyPart } from './parts.ts'
import { reportPaste } from './report-paste.ts'
import { SurveySavingState } from './saving-state.tsx'
import { StepHeading } from './step-heading.tsx'
import { goTo, neighbour, partQuery, type SurveyStep } from './steps.ts'
import { SurveyProgress } from './survey-progress.tsx'

interface PartStepProps {
  survey: OpenSurvey
  step: Extract<SurveyStep, { is: 'part' }>
}

/** One sub-section of the survey with links to the steps before and after; in a small window, one of its questions. */
export function PartStep({ survey, step }: PartStepProps) {
  const isSmall = useSmallWindow()
  const { percent } = useStore(survey.$status)
  const pages = isSmall ? pagesOf(survey.parts) : []
  if (pages.length > 0) return <PageStep survey={survey} step={step} pages={pages} />
  const { part, number, of } = step
  return (
    <>
      <SurveyProgress text={`Part ${number} of ${of}: ${part.name}`} percent={percent} />
      <StepHeading key={`title-${part.subSection.sub_section_id}`} title={part.name} />
      {part.guidanceHtml !== '' && <LateRichText html={part.guidanceHtml} className="mt-1 text-ink-2" />}
      <PartQuestions key={`questions-${part.subSection.sub_section_id}`} survey={survey} part={part} />
      <StepLinks survey={survey} part={part} />
    </>
  )
}

function PartQuestions({ survey, part }: { survey: OpenSurvey; part: SurveyPart }) {
  const { engine } = part
  const form = useCellForm(engine, { onPasted: reportPaste })
  return (
    <form
      ref={form}
      autoComplete="off"
      onSubmit={event => event.preventDefault()}
      className="mt-2 border-0 border-y border-solid border-line max-sm:border-b-0 max-sm:mb-6"
    >
      {part.tables.map(table =>
        table.kind === 'grid' ? (
          <GridQuestions key={table.id} engine={engine} table={table} label={part.name} />
        ) : (
          table.cells
            .flat()
            .map(
              cell =>
                cell && (
                  <SurveyQuestion key={cell.key} reference={survey.reference} engine={engine} cell={cell} />
                )
            )
        )
      )}
    </form>
  )
}

function StepLinks({ survey, part }: { survey: OpenSurvey; part: SurveyPart }) {
  const { parts, reference } = survey
  useStore(survey.$status)
  const before = neighbour(parts, part, -1)
  const after = neighbour(parts, part, 1)
  const goOn = () => {
    const fault = firstFault(part)
    if (fault !== null) return void focusCell(fault)
    saveNow(survey)
    goTo(partQuery(parts, after ?? 'review'))
  }
  return (
    <div className="survey-foot">
      <Link
        href={
          before === null
            ? paths.surveyCase(reference.questionnaireId, reference.submissionId, reference.caseCode)
            : partQuery(parts, before)
        }
        onClick={() => saveNow(survey)}
        className={buttonClass({ size: 'l' })}
      >
        <Icon of={ChevronLeft} />
        Back
      </Link>
      <SurveySavingState survey={survey} />
      <Button
        kind="main"
        size="l"
        aria-label={after === null ? undefined : `Next: ${after.name}`}
        className="max-sm:min-w-28"
        onClick={goOn}
      >
        {after === null ? (
          'Check your answers'
        ) : (
          <span>
            Next<span className="max-sm:hidden">: {after.name}</span>
          </span>
        )}
      </Button>
    </div>
  )
}
