import { fieldId } from './cell-id.ts'
import type { CellFieldProps } from './field-attributes.ts'

/** A multiple choice as tick boxes. The group has the cell's id, so that lists of issues find it. */
export function MultipleChoice({ engine, cell, state, className, describedBy }: CellFieldProps) {
  const chosen = Array.isArray(state.answer.value) ? state.answer.value : []
  const toggle = (id: number): void => {
    const next = chosen.includes(id) ? chosen.filter(other => other !== id) : [...chosen, id]
    engine.editing.choose(cell.key, next.length === 0 ? null : next)
  }
  return (
    <div
      id={fieldId(cell.key)}
      role="group"
      tabIndex={-1}
      aria-label={cell.name}
      aria-describedby={describedBy}
      className={`${className ?? ''} h-auto! grid gap-1 py-1.5 text-left`}
    >
      {cell.question.option_list.map(option => (
        <label key={option.option_id} className="flex items-center gap-2 cursor-pointer">
          <input
            type="checkbox"
            className="w-4 h-4 accent-brand-mark"
            checked={chosen.includes(option.option_id)}
            onChange={() => toggle(option.option_id)}
          />
          {option.option_name}
        </label>
      ))}
    </div>
  )
}
