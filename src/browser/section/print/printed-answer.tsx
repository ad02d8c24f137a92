import type { CellState } from '#browser/section/state/cell-state.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { readOnlyText } from '#browser/section/state/read-answer.ts'
import { isCalculated, typeOf } from '#domain/answers/question-types.ts'
import type { PrintKind } from './printing.ts'

/** An answer as text, or space to write one: tick boxes, a line, or lines for a long text. */
export function PrintedAnswer({ cell, state, kind }: { cell: CellModel; state: CellState; kind: PrintKind }) {
  const { question } = cell
  if (question.is_disabled) return 'does not apply'
  if (kind === 'filled') return <span className="whitespace-pre-line">{readOnlyText(cell, state)}</span>
  const options = typeOf(question).choices(question)
  if (options.length > 0) {
    return (
      <ul>
        {options.map(option => (
          <li key={option}>☐ {option}</li>
        ))}
      </ul>
    )
  }
  if (isCalculated(question)) return <span className="text-ink-3">calculated</span>
  return <div className={typeOf(question).isLong ? 'h-28' : 'h-5'} />
}
