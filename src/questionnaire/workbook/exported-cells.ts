// The cells of a section as a file has them, the same for every kind of file.
import type { CellValue } from '#contract/questionnaires.ts'
import { isAnswerable } from '#domain/cell-rules.ts'
import type { DerivedState } from '#domain/derivation.ts'
import { blank } from '../merge.ts'
import type { CellModel, TableModel } from '../model.ts'
import { rememberedAnswer, shownAnswer, type ShownAnswer } from './exported-answer.ts'
import type { WorkbookKind, WorkbookSource } from './source.ts'

export interface ExportedCell {
  cell: CellModel
  shown: ShownAnswer
  isOpen: boolean
  version: number
  /** For the merge. A blank form remembers no answers, so that it can be passed on; its versions tell whether something has changed since. */
  remembered: string
}

export interface ExportedSection {
  tables: TableModel[]
  cells: Map<string, ExportedCell>
}

export function exportedSection({ model, currentCell }: WorkbookSource, kind: WorkbookKind): ExportedSection {
  const derived: DerivedState = { answerOf: key => currentCell(key).answer.value, calculated: new Map(), hidden: new Set() }
  model.derivation.deriveAll(derived)
  const exported = (cell: CellModel): ExportedCell => {
    const { answer, version } = currentCell(cell.key)
    const isOpen = isAnswerable(cell.question)
    const calculated: CellValue = derived.calculated.get(cell.key) ?? null
    const shown =
      kind === 'blank' ? null : isOpen ? shownAnswer(cell.question, answer) : shownAnswer(cell.question, { ...blank, value: calculated })
    return { cell, shown, isOpen, version, remembered: kind === 'blank' || !isOpen ? '' : rememberedAnswer(answer) }
  }
  return { tables: model.tables, cells: new Map([...model.cells.values()].map(cell => [cell.key, exported(cell)])) }
}
