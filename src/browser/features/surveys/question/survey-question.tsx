import { useEffect, useRef, type ReactNode } from 'react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { cellStatus, cellStatusText } from '#browser/section/state/cell-status.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { questionUnit } from '#browser/section/state/read-answer.ts'
import { useCell } from '#browser/section/state/use-cell.ts'
import { CalculatedField, CellField } from '#browser/section/table/cell-field.tsx'
import { fieldId } from '#browser/section/table/cell-id.ts'
import { StatusIcon } from '#browser/section/table/cell-marks.tsx'
import type { CellProps } from '#browser/section/table/field-attributes.ts'
import { fieldOf } from '#browser/section/table/fields.tsx'
import type { CaseReference } from '#browser/stores/survey.ts'
import { Button } from '#browser/ui/button.tsx'
import { isAnswered } from '#domain/answers/cell-rules.ts'
import { durationText } from '#domain/answers/duration.ts'
import { isCalculated, isHeading, typeOf } from '#domain/answers/question-types.ts'
import { ChoiceCards, MAX_CARDS } from './choice-cards.tsx'
import { SurveyConflictChoice } from './conflict-choice.tsx'
import { DurationFields } from './duration-fields.tsx'
import { ValueExplanation } from './explanation.tsx'

interface SurveyQuestionProps {
  reference: CaseReference
  engine: SectionEngine
  cell: CellModel
  /** Its text is the title of a screen of its own. */
  isTitle?: boolean
}

/** One question: its text, help, field and error. */
export function SurveyQuestion({ reference, engine, cell, isTitle = false }: SurveyQuestionProps) {
  const state = useCell(engine.store, cell.key)
  const { question, key } = cell
  if (state.isHidden) return null
  if (isHeading(question)) return <h2 className="pt-6">{question.question_text}</h2>
  const status = cellStatus(cell, state)
  const words = cellStatusText(status, state, engine.sourceNames(key))
  const isUnusual = state.check.warnings.some(warning => warning.comment_required)
  const helpId = question.help_text === '' ? '' : `help-${key}`
  const noteId = words === '' ? '' : `note-${key}`
  const describedBy = `${helpId} ${noteId}`.trim() || undefined
  return (
    <div className={isTitle ? '' : 'py-5.5 border-0 border-t border-solid border-line first:border-t-0'}>
      {isTitle ? (
        <Title>
          <QuestionName engine={engine} cell={cell} isTitle />
        </Title>
      ) : (
        <QuestionName engine={engine} cell={cell} />
      )}
      {helpId !== '' && (
        <p id={helpId} className="mt-1 text-small text-ink-3">
          {question.help_text}
        </p>
      )}
      <div className="mt-2.5">
        <SurveyField engine={engine} cell={cell} state={state} describedBy={describedBy} />
      </div>
      {noteId !== '' && (
        <p
          id={noteId}
          className={`flex gap-1.5 items-start mt-1.5 text-small ${status === 'error' ? 'text-bad' : 'text-ink-2'}`}
        >
          <StatusIcon status={status} className="mt-[3px]" />
          {words}
        </p>
      )}
      {state.conflict !== null && (
        <SurveyConflictChoice engine={engine} cell={cell} conflict={state.conflict} />
      )}
      {isUnusual && !engine.isLocked && (
        <ValueExplanation reference={reference} engine={engine} cell={cell} comments={state.comments} />
      )}
      {!engine.isLocked && <Without engine={engine} cell={cell} state={state} />}
    </div>
  )
}

/** Takes the focus when the screen is shown, so that reading begins there. */
function Title({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus()
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className="outline-none">
      {children}
    </h1>
  )
}

/** Cards for every type that is chosen by name; a scale has its own buttons. */
function isByCards({ question }: CellModel): boolean {
  const { holds } = typeOf(question)
  return (
    holds === 'yes_no' ||
    holds === 'options' ||
    (holds === 'option' && question.option_list.length <= MAX_CARDS)
  )
}

const isDuration = ({ question }: CellModel): boolean => typeOf(question).figureText === durationText

function QuestionName({ engine, cell, isTitle = false }: Omit<SurveyQuestionProps, 'reference'>) {
  const { key, question } = cell
  const unit = questionUnit(cell, engine.isLocked || isCalculated(question))
  const text = (
    <>
      {question.question_text}
      {unit !== '' && <span className="font-normal text-ink-3">, {unit}</span>}
      {!question.is_required && !isCalculated(question) && !engine.isLocked && (
        <span className="font-normal text-small text-ink-3"> (optional)</span>
      )}
    </>
  )
  const name = isTitle ? 'block' : 'block font-medium max-w-[66ch]'
  if (!engine.isLocked && (isByCards(cell) || isDuration(cell) || fieldOf(question).isGroup)) {
    return (
      <span id={`name-${key}`} className={name}>
        {text}
      </span>
    )
  }
  return (
    <label htmlFor={fieldId(key)} className={name}>
      {text}
    </label>
  )
}

interface SurveyFieldProps extends CellProps {
  describedBy: string | undefined
}

function SurveyField({ engine, cell, state, describedBy }: SurveyFieldProps) {
  const { question, key } = cell
  if (question.is_disabled) return <p className="text-ink-3">Does not apply.</p>
  if (isCalculated(question))
    return (
      <CalculatedField
        cell={cell}
        state={state}
        describedBy={describedBy}
        className="block leading-10 tabular-nums font-medium"
      />
    )
  const Fields = isByCards(cell) ? ChoiceCards : isDuration(cell) ? DurationFields : null
  if (Fields && !engine.isLocked)
    return (
      <Fields
        engine={engine}
        cell={cell}
        state={state}
        labelledBy={`name-${key}`}
        describedBy={describedBy}
      />
    )
  const { isGroup: isOpenGroup, isShort } = fieldOf(question)
  const isGroup = isOpenGroup && !engine.isLocked
  const long = 'h-auto! py-2.5 resize-y'
  const short = isShort ? 'input-l max-w-50 tabular-nums' : 'input-l'
  const frame = `input scroll-mt-10 ${typeOf(question).isLong ? long : short}`
  return (
    <CellField
      engine={engine}
      cell={cell}
      state={state}
      describedBy={describedBy}
      labelledBy={isGroup ? `name-${key}` : undefined}
      className={isGroup ? '' : frame}
    />
  )
}

/**
 * A required question never blocks: the respondent can say that there is no answer. An optional one can be
 * cleared.
 */
function Without({ engine, cell: { key, question }, state }: Omit<SurveyFieldProps, 'describedBy'>) {
  if (question.is_disabled || isCalculated(question)) return null
  if (!question.is_required) {
    return !typeOf(question).isLong && isAnswered(state.answer) ? (
      <Button kind="quiet" size="s" className="mt-1.5 -ml-2" onClick={() => engine.editing.clear(key)}>
        Clear this answer
      </Button>
    ) : null
  }
  if (typeOf(question).holds === 'yes_no') return null
  return (
    <label className="inline-flex items-center gap-2 mt-2.5 text-small text-ink-2 cursor-pointer">
      <Checkbox
        className="w-4 h-4 m-0"
        aria-label={`I cannot answer this: ${question.question_text}`}
        checked={state.answer.is_not_available}
        onChange={() => engine.editing.answerWithout(key, 'not_available')}
      />
      I cannot answer this
    </label>
  )
}
