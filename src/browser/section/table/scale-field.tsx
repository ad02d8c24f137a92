import type { KeyboardEvent } from 'react'
import { errorOf } from '#browser/section/state/cell-state.ts'
import { scaleStepText } from '#domain/answers/scale.ts'
import { fieldId } from './cell-id.ts'
import type { CellFieldProps } from './field-attributes.ts'

/** A button in a grid's cell with the gap to the next. */
export const BUTTON_WIDTH = 30

const button =
  'ring-around relative grid place-items-center cursor-pointer border border-solid border-line-field bg-surface tabular-nums hover:bg-surface-hover has-[:checked]:bg-brand-tint has-[:checked]:border-brand-mark has-[:checked]:font-semibold'

const scaleSizes = { grid: 'w-6.5 h-6.5 rounded-sm', list: 'min-w-9 h-9 max-sm:min-w-11 max-sm:h-11 rounded' }

/**
 * One button per step, operated by click, arrow keys or the step's digit. A step's label is in its tooltip
 * and below the ends.
 */
export function ScaleField({ engine, cell, state, className, describedBy, labelledBy }: CellFieldProps) {
  const { question, table, key } = cell
  const steps = question.option_list
  const value = state.answer.value
  const choose = (step: number): void => engine.editing.choose(key, step === value ? null : step)
  const chooseByDigit = (event: KeyboardEvent): void => {
    // 0 chooses the tenth step.
    const step = /^\d$/.test(event.key) ? Number(event.key) || 10 : null
    if (step === null || step > steps.length || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (step !== value) choose(step)
  }
  return (
    <div
      id={fieldId(key)}
      role="radiogroup"
      tabIndex={-1}
      aria-label={labelledBy === undefined ? cell.name : undefined}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={errorOf(state) === null ? undefined : true}
      aria-required={(question.is_required && !state.isUnusedRow) || undefined}
      onKeyDown={chooseByDigit}
      className={`${className ?? ''} h-auto! ${table.kind === 'grid' ? 'px-2 py-0.5' : 'w-fit'}`}
    >
      <div className="inline-flex flex-wrap gap-1">
        {steps.map(({ option_id }, index) => {
          const step = index + 1
          return (
            <label
              key={option_id}
              className={`${button} ${scaleSizes[table.kind]}`}
              title={scaleStepText(steps, step)}
            >
              <input
                type="radio"
                name={fieldId(key)}
                className="absolute inset-0 w-full h-full m-0 opacity-0 cursor-pointer"
                aria-label={scaleStepText(steps, step)}
                checked={value === step}
                onClick={() => value === step && choose(step)}
                onChange={() => choose(step)}
              />
              {step}
            </label>
          )
        })}
      </div>
      {table.kind === 'list' && <Ends cell={cell} />}
    </div>
  )
}

/** The labels of the lowest and highest step. */
function Ends({ cell: { question } }: Pick<CellFieldProps, 'cell'>) {
  const first = question.option_list[0]?.option_name
  const last = question.option_list.at(-1)?.option_name
  return (
    <p className="flex justify-between gap-4 mt-1 text-small text-ink-3" aria-hidden="true">
      <span>{first}</span>
      <span className="text-right">{last}</span>
    </p>
  )
}
