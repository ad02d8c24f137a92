// Whether a text from elsewhere can be entered in a cell, and as what.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import { noFigureContent, textContent, type EditContent } from '#browser/section/state/edit-content.ts'
import { isEditable, isOpenCell, type CellModel } from '#browser/section/state/model.ts'
import { formatCellText, readCellText } from '#domain/answers/cell-text.ts'
import type { KnownMark } from '#domain/answers/number-input.ts'
import { holdsNumber, isCalculated, typeOf } from '#domain/answers/question-types.ts'
import { err, ok, type Result } from '#lib/result.ts'

export const isTypedNumber = ({ question }: CellModel): boolean =>
  holdsNumber(question) && typeOf(question).entry === 'typed'

/** The content for a cell, or why it does not fit there. `mark` is the decimal mark of the texts around it. */
export function fitValue(
  { store }: SectionEngine,
  cell: CellModel | null,
  text: string,
  mark: KnownMark | null = null
): Result<EditContent> {
  if (cell === null) return err('outside the table')
  if (isCalculated(cell.question)) return err('calculated')
  if (!isOpenCell(cell) || store.get(cell.key).isHidden) return err('does not apply')
  if (!isEditable(cell)) return err('not open for corrections')
  const without = noFigureContent(cell, text)
  if (without !== null) return ok(without)
  const fitted = fitText(cell, text, mark)
  return fitted.ok ? ok(textContent(fitted.value)) : fitted
}

/** What was mistyped is entered and marked as invalid. */
function fitText(cell: CellModel, text: string, mark: KnownMark | null): Result<string> {
  const reading = readCellText(cell.question, text, mark)
  if (typeOf(cell.question).entry === 'chosen')
    return reading.ok ? ok(formatCellText(cell.question, reading.value)) : reading
  if (!isTypedNumber(cell) || mark === null) return ok(text)
  if (reading.ok) return ok(formatCellText(cell.question, reading.value))
  return readCellText(cell.question, text).ok ? reading : ok(text)
}
