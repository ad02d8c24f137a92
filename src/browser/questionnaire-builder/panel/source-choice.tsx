import { useId } from 'react'
import type { StructureSource } from '#browser/questionnaire-builder/files/use-new-questionnaire.ts'

interface SourceChoiceProps {
  source: StructureSource
  onChoose: (source: StructureSource) => void
  periodName: string
  /** Questionnaires that are not asked in the period. */
  hasOthers: boolean
  hasAny: boolean
}

/** The sources of a new questionnaire; an unavailable one says why. */
export function SourceChoice({ source, onChoose, periodName, hasOthers, hasAny }: SourceChoiceProps) {
  const choices: { value: StructureSource; label: string; text: string; isDisabled?: boolean }[] = [
    { value: 'nothing', label: 'Scratch', text: 'Add sections and questions one by one.' },
    {
      value: 'again',
      label: 'A questionnaire from another period',
      text: hasOthers
        ? 'Ask the same questions again, so trends continue.'
        : `Every questionnaire in this project is already asked in ${periodName}.`,
      isDisabled: !hasOthers
    },
    {
      value: 'copy',
      label: 'A copy',
      text: hasAny
        ? 'The same structure, with new questions. Trends start again.'
        : 'This project has no questionnaires yet.',
      isDisabled: !hasAny
    },
    { value: 'file', label: 'A workbook', text: 'An Excel file with one question per row.' }
  ]
  return (
    <fieldset className="grid gap-2 border-0 p-0 m-0">
      <legend className="font-medium mb-1">Start from</legend>
      {choices.map(choice => (
        <Choice
          key={choice.value}
          {...choice}
          isChosen={choice.value === source}
          onChoose={() => onChoose(choice.value)}
        />
      ))}
    </fieldset>
  )
}

interface ChoiceProps {
  label: string
  text: string
  isChosen: boolean
  isDisabled?: boolean
  onChoose: () => void
}

function Choice({ label, text, isChosen, isDisabled = false, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex gap-2.5">
      <input
        id={id}
        type="radio"
        name="source"
        className="self-start mt-1"
        checked={isChosen}
        disabled={isDisabled}
        aria-describedby={`${id}-text`}
        onChange={onChoose}
      />
      <div>
        <label htmlFor={id} className={`block min-h-6 ${isDisabled ? 'text-ink-3' : ''}`}>
          {label}
        </label>
        <p id={`${id}-text`} className="text-small text-ink-2">
          {text}
        </p>
      </div>
    </div>
  )
}
