// The parts of a survey: one sub-section per step.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import { errorOf, type CellState } from '#browser/section/state/cell-state.ts'
import type { CellModel, TableModel } from '#browser/section/state/model.ts'
import type { SubSection } from '#contract/questionnaires.ts'
import { isAnswerable, isAnswered } from '#domain/answers/cell-rules.ts'
import { groupBy } from '#lib/group-by.ts'

export interface SurveyPart {
  engine: SectionEngine
  subSection: SubSection
  tables: TableModel[]
  name: string
  /** Written by an editor; shown only before the first part of its section. */
  guidanceHtml: string
}

export function surveyParts(engines: readonly SectionEngine[]): SurveyPart[] {
  return engines.flatMap(engine =>
    [...groupBy(engine.model.tables, table => table.subSection)].map(([subSection, tables], index) => ({
      engine,
      subSection,
      tables,
      name: subSection.sub_section_name || engine.model.section.section_name,
      guidanceHtml: index === 0 ? engine.model.section.guidance_html : ''
    }))
  )
}

export const askedCells = (part: SurveyPart): CellModel[] =>
  part.tables.flatMap(table => table.cells.flat()).filter(cell => cell !== null)

/** Skips a part if other answers hide all its questions. */
export const isPartAsked = (part: SurveyPart): boolean =>
  askedCells(part).some(cell => !part.engine.store.get(cell.key).isHidden)

/** The first answer of a part, or of some of its cells, that is invalid or in conflict; null when they can be left. */
export function firstFault(part: SurveyPart, cells: readonly CellModel[] = askedCells(part)): string | null {
  const { store } = part.engine
  const faulty = cells.find(({ key }) => {
    const state = store.get(key)
    return !state.isHidden && (errorOf(state) !== null || state.conflict !== null)
  })
  return faulty?.key ?? null
}

export interface PartQuestion {
  part: SurveyPart
  key: string
}

/**
 * Where a respondent goes on: at the question after the last one answered, whether or not it is required. Behind the last question, at the first
 * that keeps the survey from being submitted; null if none does.
 */
export function resumePoint(parts: readonly SurveyPart[]): PartQuestion | null {
  const asked = parts.flatMap(part =>
    askedCells(part)
      .filter(isOpenIn(part))
      .map(cell => ({ part, key: cell.key }))
  )
  const last = asked.findLastIndex(({ part, key }) => isTouched(part.engine.store.get(key)))
  const isInTheWay = ({ part, key }: PartQuestion): boolean => part.engine.incompleteReason(key) !== null
  return asked[last + 1] ?? asked.find(isInTheWay) ?? null
}

/** Whether a question can be answered now. A row that nobody has started asks nothing. */
const isOpenIn =
  ({ engine }: SurveyPart) =>
  (cell: CellModel): boolean => {
    const { isHidden, isUnusedRow } = engine.store.get(cell.key)
    return isAnswerable(cell.question) && !isHidden && !isUnusedRow
  }

/** Answered, or typed in and not understood. */
export const isTouched = ({ answer, text }: CellState): boolean => isAnswered(answer) || text !== ''
