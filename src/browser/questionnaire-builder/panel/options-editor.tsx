import { moveEntry, type BuiltQuestion, type PartRef } from '#browser/questionnaire-builder/parts.ts'
import { Button, IconButton } from '#browser/ui/button.tsx'
import { ArrowDown, ArrowUp } from '#browser/ui/icons/chart-icon-paths.ts'
import { X } from '#browser/ui/icons/icon-paths.ts'
import { Plus } from '#browser/ui/icons/rare-icon-paths.ts'
import { ErrorText } from '#browser/ui/notice.tsx'
import { typeOf } from '#domain/answers/question-types.ts'
import { useOptions, type EditedOption } from './use-options.ts'

let additions = 0

/** The options of a choice, or the steps of a scale, in their order. What is typed is saved when its field is left. */
export function OptionsEditor({ part, question }: { part: PartRef; question: BuiltQuestion }) {
  const { options, error, type, save } = useOptions(part, question)
  const hasAnswers = question.answer_count > 0
  const isScale = typeOf(question).options === 'steps'
  const isFixed = isScale && hasAnswers
  return (
    <fieldset className="grid gap-1.5 border-0 p-0 m-0">
      <legend className="text-small text-ink-2 mb-1">
        {isScale ? 'Steps, from lowest to highest' : 'Options'}
      </legend>
      {options.map((option, index) => (
        <OptionRow
          key={option.added === undefined ? option.option_id : `added-${option.added}`}
          label={`${isScale ? 'Step' : 'Option'} ${index + 1}`}
          option={option}
          onName={option_name =>
            type(options.map((one, at) => (at === index ? { ...one, option_name } : one)))
          }
          onLeave={() => void save(options)}
          onUp={isFixed || index === 0 ? null : () => void save(moveEntry(options, index, index - 1))}
          onDown={
            isFixed || index === options.length - 1
              ? null
              : () => void save(moveEntry(options, index, index + 1))
          }
          onRemove={
            hasAnswers && option.option_id !== undefined ? null : () => void save(options.toSpliced(index, 1))
          }
        />
      ))}
      {!isFixed && (
        <Button
          size="s"
          kind="quiet"
          icon={Plus}
          className="justify-self-start"
          onClick={() => type([...options, { option_name: '', added: (additions += 1) }])}
        >
          Add {isScale ? 'a step' : 'an option'}
        </Button>
      )}
      {hasAnswers && (
        <p className="text-tiny text-ink-3">
          {isScale
            ? 'Answers are stored as step numbers. Once there are answers, you can only reword the steps.'
            : 'Once there are answers, you can reword, move and add options, but not remove them.'}
        </p>
      )}
      <ErrorText>{error}</ErrorText>
    </fieldset>
  )
}

interface OptionRowProps {
  label: string
  option: EditedOption
  onName: (name: string) => void
  onLeave: () => void
  /** Null if it is not allowed. */
  onUp: (() => void) | null
  onDown: (() => void) | null
  onRemove: (() => void) | null
}

function OptionRow({ label, option, onName, onLeave, onUp, onDown, onRemove }: OptionRowProps) {
  const name = option.option_name || label
  return (
    <div className="flex items-center gap-0.5">
      <input
        aria-label={label}
        className="input flex-1 min-w-0 mr-1"
        value={option.option_name}
        autoFocus={option.option_id === undefined && option.option_name === ''}
        onChange={event => onName(event.target.value)}
        onBlur={onLeave}
        onKeyDown={event => event.key === 'Enter' && event.currentTarget.blur()}
      />
      {(
        [
          [ArrowUp, `Move ${name} up`, onUp],
          [ArrowDown, `Move ${name} down`, onDown],
          [X, `Remove ${name}`, onRemove]
        ] as const
      ).map(([icon, what, run]) => (
        <IconButton
          key={what}
          icon={icon}
          size="s"
          label={what}
          disabled={run === null}
          onClick={() => run?.()}
        />
      ))}
    </div>
  )
}
