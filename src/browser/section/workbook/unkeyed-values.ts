// Values of a file that belong to no cell, such as those that were entered below the last row of a table.

import { isAnswerable } from '#domain/answers/cell-rules.ts'
import { exportedSection } from './exported-cells.ts'
import type { ImportedFile } from './imported-file.ts'
import { csvNameOf } from './named-cells.ts'
import { sectionRows } from './sheet-rows.ts'
import type { WorkbookSource } from './source.ts'

/** Without what the download itself writes into lines without keys: headings, notes and cells that are closed. */
export function unkeyedValues(source: WorkbookSource, file: ImportedFile): ImportedFile['unkeyed'] {
  if (file.unkeyed.length === 0) return []
  if (file.fileKind === 'csv') {
    const closed = [...source.model.cells.values()].filter(({ question }) => !isAnswerable(question))
    const names = new Set(closed.map(csvNameOf))
    return file.unkeyed.filter(({ place }) => !names.has(place))
  }
  const { rows } = sectionRows(source, exportedSection(source, file.reference.kind), file.exportedAt)
  const unnamed = rows.filter(({ cells }) => !cells[0]).flatMap(({ cells }) => cells)
  const written = new Set<unknown>(unnamed.map(cell => cell?.value))
  return file.unkeyed.filter(({ text }) => !written.has(text))
}
