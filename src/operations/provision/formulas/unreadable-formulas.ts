// Questions that files cannot contain, because their formulas read something that files leave out.

import { cellKey } from '#domain/answers/cell-address.ts'
import { formulaReferences } from '#domain/formulas/lost-references.ts'
import { rowId, type StoredContent, type StoredContentRow } from '#operations/provision/stored/stored-row.ts'

/**
 * Marks as unused the questions that are asked nowhere, such as in a retired section, and whose formulas read what is unused. Formulas must
 * still have ids.
 */
export function leaveOutUnreadable(content: StoredContent): void {
  const idOf = (row: StoredContentRow | undefined): number => (row === undefined ? 0 : rowId(row))
  const places = [...content.question_memberships.values()].filter(({ isUsed }) => isUsed)
  const cells = new Set(
    places.map(({ refs }) =>
      cellKey({
        question_id: idOf(content.questions.get(refs['question_id'] ?? '')),
        row_id: idOf(content.sub_section_rows.get(refs['row_id'] ?? '')),
        column_id: idOf(content.sub_section_columns.get(refs['column_id'] ?? ''))
      })
    )
  )
  const asked = new Set(places.map(({ refs }) => refs['question_id']))
  const unasked = [...content.questions.values()].filter(({ key, isUsed }) => isUsed && !asked.has(key))
  for (;;) {
    const used = new Set([...content.questions.values()].filter(({ isUsed }) => isUsed).map(rowId))
    const unreadable = unasked.filter(
      question =>
        question.isUsed &&
        formulaReferences(question.values as unknown as Formulas).some(({ question_id, row_id, column_id }) =>
          row_id === null || column_id === null
            ? !used.has(question_id)
            : !cells.has(cellKey({ question_id, row_id, column_id }))
        )
    )
    if (unreadable.length === 0) return
    // Others may read these.
    for (const question of unreadable) question.isUsed = false
  }
}

type Formulas = Parameters<typeof formulaReferences>[0]
