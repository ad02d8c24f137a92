import { useId, useState } from 'react'
import { shownStructure } from '#browser/questionnaire-builder/builder.ts'
import { changeWithUndo } from '#browser/questionnaire-builder/changes.ts'
import { explainFieldError } from '#browser/questionnaire-builder/edits.ts'
import {
  cellsOfSection,
  sectionOf,
  type BuiltQuestion,
  type PartRef
} from '#browser/questionnaire-builder/parts.ts'
import { Button } from '#browser/ui/button.tsx'
import { ErrorText } from '#browser/ui/notice.tsx'
import type { QuestionType } from '#contract/questionnaires.ts'
import { questionTypes } from '#domain/answers/question-types.ts'
import { withoutNames } from '#domain/formulas/named-expression.ts'

interface TypeNeedsProps {
  part: PartRef
  question: BuiltQuestion
  type: QuestionType
  onDone: () => void
  onGiveUp: () => void
}

/** Asks for what a new type requires: its options, or its formula. */
export function TypeNeeds({ part, question, type, onDone, onGiveUp }: TypeNeedsProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const isCalculated = questionTypes[type].entry === 'calculated'
  const label = isCalculated
    ? 'Formula'
    : questionTypes[type].options === 'steps'
      ? 'Steps from lowest to highest, one per line'
      : 'Options, one per line'
  const save = async () => {
    const needs = isCalculated ? parseFormulaNeed(part, text) : parseOptions(text)
    if (!needs.ok) return setError(needs.message)
    const before = { question_type: question.question_type, expression: question.expression }
    const result = await changeWithUndo(
      part,
      { question_type: type, ...needs.change },
      before,
      'changed the type'
    )
    if (result.ok) return onDone()
    setError(
      explainFieldError(
        {
          name: isCalculated ? 'expression' : 'option_names',
          label: isCalculated ? 'The formula' : 'The list'
        },
        result.error
      )
    )
  }
  return (
    <div className="grid gap-1.5 rounded bg-sunken p-2.5">
      <label htmlFor={id} className="text-small justify-self-start">
        {label}
      </label>
      <textarea
        id={id}
        rows={isCalculated ? 2 : 4}
        value={text}
        aria-invalid={error !== '' || undefined}
        aria-describedby={`${id}-error`}
        placeholder={isCalculated ? '[Beds] - [Beds in use]' : 'Always\nSometimes\nNever'}
        className="input h-auto! py-1.5!"
        onChange={event => setText(event.target.value)}
      />
      <ErrorText id={`${id}-error`}>{error}</ErrorText>
      <div className="flex gap-2">
        <Button size="s" onClick={save}>
          Change the type
        </Button>
        <Button size="s" kind="quiet" onClick={onGiveUp}>
          Keep {question.question_type === type ? 'it' : 'the type'}
        </Button>
      </div>
    </div>
  )
}

type Needs = { ok: true; change: Record<string, unknown> } | { ok: false; message: string }

function parseOptions(text: string): Needs {
  const names = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  return names.length === 0
    ? { ok: false, message: 'Enter at least one option.' }
    : { ok: true, change: { option_names: names } }
}

function parseFormulaNeed(part: PartRef, text: string): Needs {
  if (text.trim() === '') return { ok: false, message: 'Enter the formula.' }
  const structure = shownStructure()
  const section = structure && sectionOf(structure, part)
  const result = withoutNames(text, structure && section ? cellsOfSection(structure, section) : [])
  return result.ok
    ? { ok: true, change: { expression: result.value } }
    : { ok: false, message: result.error.message }
}
