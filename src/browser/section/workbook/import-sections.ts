// Previews a workbook of one or more sections: each sheet is compared with its own section.

import { ok, type Result } from '#lib/result.ts'
import {
  importChanges,
  outcomeCounts,
  previewImport,
  type ImportChange,
  type ImportPreview,
  type ImportRow
} from './import-preview.ts'
import type { ImportedFile } from './imported-file.ts'
import type { WorkbookSource } from './source.ts'

/** A section that a workbook is downloaded from and uploaded to. */
export interface ImportSection {
  source: WorkbookSource
  /** Why answers cannot be uploaded; null if the section is open for entry. */
  lockedBecause: () => string | null
  /** Applies many cells as one undoable step. Returns how many could be filled. */
  apply: (changes: ImportChange[]) => number
}

export interface WorkbookRow extends ImportRow {
  /** The section and the cell. */
  id: string
}

export interface WorkbookPreview extends Omit<ImportPreview, 'rows'> {
  rows: WorkbookRow[]
  /** A sentence for each sheet of the file that is left out. */
  leftOut: string[]
  parts: { section: ImportSection; preview: ImportPreview }[]
}

/** Compares the sections of a file with those that are offered, or returns a sentence that says why the file does not fit. */
export function previewSections(
  sections: readonly ImportSection[],
  files: readonly ImportedFile[]
): Result<WorkbookPreview> {
  const leftOut: string[] = []
  const parts: WorkbookPreview['parts'] = []
  const pairs = files.flatMap(file => {
    const section = sections.find(({ source }) => sectionIdOf(source) === file.reference.sectionId)
    return section === undefined ? [] : [{ section, file }]
  })
  for (const { section, file } of pairs) {
    const preview = previewImport(section.source, file)
    if (!preview.ok && file.sheetFault === null) return preview
    const reason = section.lockedBecause() ?? (preview.ok ? null : preview.error)
    if (reason !== null) leftOut.push(`“${sectionNameOf(section)}” is left out. ${reason}`)
    else if (preview.ok) parts.push({ section, preview: preview.value })
  }
  if (pairs.length > 0)
    return ok(combineParts(parts, [...leftOut, ...otherSections(files.length - pairs.length)]))
  const mistake = previewImport(sections[0]!.source, files[0]!)
  return mistake.ok ? ok(combineParts([], [])) : mistake
}

const otherSections = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${count === 1 ? 'A sheet of another section is' : `${count} sheets of other sections are`} not uploaded.`
      ]

function combineParts(parts: WorkbookPreview['parts'], leftOut: string[]): WorkbookPreview {
  const rows = parts.flatMap(({ section, preview }) =>
    preview.rows.map(row => ({
      ...row,
      id: importRowId(section, row.key),
      name: parts.length > 1 ? `${sectionNameOf(section)}: ${row.name}` : row.name
    }))
  )
  const total = (count: (preview: ImportPreview) => number): number =>
    parts.reduce((sum, { preview }) => sum + count(preview), 0)
  return {
    parts,
    rows,
    leftOut,
    counts: outcomeCounts(rows),
    fromFormulas: total(({ fromFormulas }) => fromFormulas),
    moved: total(({ moved }) => moved),
    missing: total(({ missing }) => missing),
    exportedAt: parts[0]?.preview.exportedAt ?? ''
  }
}

/** Applies what the preview shows, and the conflicts whose ids were chosen. Returns how many cells that changes. */
export function applySections({ parts }: WorkbookPreview, chosen: ReadonlySet<string>): number {
  let count = 0
  for (const { section, preview } of parts) {
    const keys = preview.rows.map(({ key }) => key).filter(key => chosen.has(importRowId(section, key)))
    const changes = importChanges(section.source, preview, new Set(keys))
    if (changes.length > 0) count += section.apply(changes)
  }
  return count
}

const sectionIdOf = ({ model }: WorkbookSource): number => model.section.section_id

const importRowId = ({ source }: ImportSection, key: string): string => `${sectionIdOf(source)} ${key}`

const sectionNameOf = ({ source }: ImportSection): string => source.model.section.section_name
