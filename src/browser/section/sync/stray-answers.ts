// Answers whose question or row is no longer asked, or is asked as another type. They cannot be sent, so they are shown until the person discards them.

import type { CellModel, SectionModel } from '#browser/section/state/model.ts'
import { isAnswerable } from '#domain/answers/cell-rules.ts'
import { askedAs } from '#domain/answers/question-types.ts'
import type { CellDraft } from './draft-database.ts'

export interface StrayAnswer {
  draft: CellDraft
  /** The cell's name; null for a draft of an earlier version of the page. */
  name: string | null
  text: string
}

/** The cell of a draft; null if it no longer takes an answer. */
export function cellOfDraft({ cells }: SectionModel, { key, asked }: CellDraft): CellModel | null {
  const cell = cells.get(key)
  if (cell === undefined || !isAnswerable(cell.question)) return null
  return asked === undefined || asked === askedAs(cell.question) ? cell : null
}

export function strayAnswer(model: SectionModel, draft: CellDraft): StrayAnswer {
  const { is_not_applicable, is_not_available } = draft.answer
  const reason = is_not_applicable ? 'Not applicable' : is_not_available ? 'Not available' : ''
  return {
    draft,
    name: draft.name ?? model.cells.get(draft.key)?.name ?? null,
    text: draft.text || reason || 'blank'
  }
}
