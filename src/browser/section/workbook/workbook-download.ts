// Downloads sections as a workbook. The code for the formats is loaded on first use.

import { atom } from 'nanostores'
import { CSV_TYPE, saveFile } from '#browser/api/download.ts'
import { NOT_LOADED_TEXT } from '#browser/stores/outcomes.ts'
import { chunk } from '#lib/chunk.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import type { WorkbookKind, WorkbookSource } from './source.ts'

/** Why a download failed; null if none did. */
export const $downloadFault = atom<string | null>(null)

const csvCode = chunk(() => import('./csv-workbook.ts'))
const sheetCode = chunk(() => import('./xlsx-workbook.ts'))
const xlsxCode = chunk(() => import('#lib/xlsx/write.ts'))

/** Creates a file of the sections' current state and saves it. CSV has room for the first only. */
export async function downloadWorkbook(
  sources: readonly WorkbookSource[],
  fileKind: 'xlsx' | 'csv',
  kind: WorkbookKind
): Promise<void> {
  $downloadFault.set(null)
  try {
    const content = await fileOf(sources, fileKind, kind, presentTime().toISOString())
    saveFile(content, fileNameOf(sources, fileKind, kind))
  } catch {
    // Only loading the code for the format can fail here.
    $downloadFault.set(NOT_LOADED_TEXT)
  }
}

async function fileOf(
  sources: readonly WorkbookSource[],
  fileKind: 'xlsx' | 'csv',
  kind: WorkbookKind,
  exportedAt: string
): Promise<Blob> {
  if (fileKind === 'csv') {
    const { csvWorkbook } = await csvCode.load()
    return new Blob([csvWorkbook(sources[0]!, kind, exportedAt)], { type: CSV_TYPE })
  }
  const [{ xlsxWorkbook }, { XLSX_TYPE }] = await Promise.all([sheetCode.load(), xlsxCode.load()])
  return new Blob([xlsxWorkbook(sources, kind, exportedAt)], { type: XLSX_TYPE })
}

/** 'Ward 4B, Skill mix, 2026 (blank).xlsx', without characters that file systems do not allow. */
export function fileNameOf(
  sources: readonly WorkbookSource[],
  fileKind: 'xlsx' | 'csv',
  kind: WorkbookKind
): string {
  const { title, model } = sources[0]!
  const content = sources.length > 1 ? 'all sections' : model.section.section_name
  const words = [title.submissionName, content, title.periodName]
    .map(word => word.replace(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ').trim())
    .filter(word => word !== '')
  return `${words.join(', ').slice(0, 120)}${kind === 'blank' ? ' (blank)' : ''}.${fileKind}`
}
