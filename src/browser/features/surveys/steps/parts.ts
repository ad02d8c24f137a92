// The parts of a survey: one sub-section per step.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import { errorOf } from '#browser/section/state/cell-state.ts'
import type { CellModel, TableModel } from '#browser/section/state/model.ts'
import type { SubSection } from '#contract/questionnaires.ts'
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

/** The first part with something to do, otherwise the first part. */
export function firstOpenPart(parts: readonly SurveyPart[]): SurveyPart | undefined {
  return (
    parts.find(
      part =>
        isPartAsked(part) && askedCells(part).some(({ key }) => part.engine.incompleteReason(key) !== null)
    ) ?? parts.find(isPartAsked)
  )
}
