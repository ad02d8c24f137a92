// Answers of an earlier visit whose question or row is no longer asked. Nobody can send them, so the person is told of them until they are discarded.
import type { CellModel, SectionModel } from '../state/model.ts'
import { isAnswerable } from '#domain/cell-rules.ts'
import type { Draft } from './draft-database.ts'

export interface StrayAnswer {
  draft: Draft
  /** What the cell was called; null for a draft of an earlier version of the page. */
  name: string | null
  text: string
}

/** The cell that a draft was typed in; null where nothing can be entered any more. */
export function cellOfDraft({ cells }: SectionModel, { key }: Draft): CellModel | null {
  const cell = cells.get(key)
  return cell !== undefined && isAnswerable(cell.question) ? cell : null
}

export function strayAnswer(model: SectionModel, draft: Draft): StrayAnswer {
  const { is_not_applicable, is_not_available } = draft.answer
  const reason = is_not_applicable ? 'Not applicable' : is_not_available ? 'Not available' : ''
  return {
    draft,
    name: draft.name ?? model.cells.get(draft.key)?.name ?? null,
    text: draft.text || reason || 'blank'
  }
}
