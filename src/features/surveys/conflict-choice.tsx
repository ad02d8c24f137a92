import { cellText } from '#domain/cell-text.ts'
import type { Conflict } from '#questionnaire/cells.ts'
import type { SectionEngine } from '#questionnaire/engine.ts'
import type { CellModel } from '#questionnaire/model.ts'
import { Button } from '#ui/button.tsx'

/** The same case open twice: nothing is overwritten until the respondent has chosen. */
export function ConflictChoice({ engine, cell, conflict }: { engine: SectionEngine; cell: CellModel; conflict: Conflict }) {
  const { value, is_not_applicable, is_not_available } = conflict.theirs
  const other = is_not_applicable ? 'Not applicable' : is_not_available ? 'Cannot be answered' : cellText(cell.question, value)
  return (
    <p className="flex flex-wrap items-center gap-2 mt-2 text-small">
      <span>In another window: {other === '' ? 'no answer' : `“${other}”`}.</span>
      <Button size="s" onClick={() => engine.resolve(cell.key, 'mine')}>
        Keep the answer above
      </Button>
      <Button size="s" onClick={() => engine.resolve(cell.key, 'theirs')}>
        Take the other one
      </Button>
    </p>
  )
}
