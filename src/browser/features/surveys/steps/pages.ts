// The screens of a survey in a small window: one question each (product 25).

import { MIN_PAGES } from '#browser/features/surveys/first-part.ts'
import type { CellModel, TableModel } from '#browser/section/state/model.ts'
import { isCalculated, isHeading } from '#domain/answers/question-types.ts'
import { isPartAsked, type SurveyPart } from './parts.ts'

export interface SurveyPage {
  part: SurveyPart
  /** What the address names it by: its question, or the first of its grid. */
  key: string
  /** The question with the headings before it and the results after it, or all questions of a grid. */
  cells: CellModel[]
  /** A grid is one screen: its cells are read together. */
  grid: TableModel | null
}

/** Every screen in order; none for a survey that is short enough for a small window as it is. */
export function pagesOf(parts: readonly SurveyPart[]): SurveyPage[] {
  const pages = parts.filter(isPartAsked).flatMap(pagesIn)
  return pages.length < MIN_PAGES ? [] : pages
}

function pagesIn(part: SurveyPart): SurveyPage[] {
  const isShown = (cell: CellModel | null): cell is CellModel =>
    cell !== null && !part.engine.store.get(cell.key).isHidden
  return part.tables.flatMap((table): SurveyPage[] => {
    const cells = table.cells.flat().filter(isShown)
    const [first] = cells
    if (first === undefined) return []
    return table.kind === 'grid' ? [{ part, key: first.key, cells, grid: table }] : pagesOfList(part, cells)
  })
}

/** A heading begins the screen of the question after it; a result ends that of the question before. */
function pagesOfList(part: SurveyPart, cells: readonly CellModel[]): SurveyPage[] {
  const pages: SurveyPage[] = []
  let ahead: CellModel[] = []
  for (const cell of cells) {
    const last = pages.at(-1)
    if (isHeading(cell.question)) ahead.push(cell)
    else if (isCalculated(cell.question) && last && ahead.length === 0) last.cells.push(cell)
    else {
      pages.push({ part, key: cell.key, cells: [...ahead, cell], grid: null })
      ahead = []
    }
  }
  return pages
}

/** The screen of a part that an address names, otherwise the part's first. */
export function pageAt(pages: readonly SurveyPage[], part: SurveyPart, key: string | null): number {
  const named = pages.findIndex(page => page.part === part && page.cells.some(cell => cell.key === key))
  return named >= 0 ? named : pages.findIndex(page => page.part === part)
}
