import { atom } from 'nanostores'
import type { CellModel, TableModel } from '#browser/section/state/model.ts'
import { formatCellText } from '#domain/answers/cell-text.ts'
import { periodBefore } from '#domain/answers/period-before.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { readStored, writeStored } from '#lib/web-storage.ts'

/** Whether the cells of grids show the last period's figures. */
export const $showsLastFigures = atom(false)
/** Takes up what a user has chosen on this device and keeps it there. Returns a function that stops it. */
export function keepLastFiguresChoice(name: string): () => void {
  $showsLastFigures.set(readStored('localStorage', name) !== null)
  return $showsLastFigures.listen(isOn => writeStored('localStorage', name, isOn ? 'on' : null))
}

/** The last period's figure as the corner of its cell shows it; undefined if there is none. Words would not fit. */
export function lastFigure({ question }: CellModel): string | undefined {
  const { previous_answer: last } = question
  if (last === null || typeOf(question).align === 'left') return undefined
  return formatCellText(question, last.value) || undefined
}

/** 'last year' or 'last time'; null if no cell of the tables shows a figure of the last period. */
export function lastPeriodName(tables: readonly TableModel[]): string | null {
  const cells = tables.filter(({ kind }) => kind === 'grid').flatMap(table => table.cells.flat())
  const last = cells.find(cell => cell !== null && lastFigure(cell) !== undefined)
  return last ? periodBefore(last.question.previous_answer?.time_period_name ?? '') : null
}
