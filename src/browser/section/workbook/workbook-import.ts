// Uploads a workbook: the file is read, compared with the section, previewed and applied as one step. The
// code for the formats is loaded on first use.

import { atom } from 'nanostores'
import { chunk } from '#lib/chunk.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { ImportChange, ImportOutcome, ImportPreview } from './import-preview.ts'
import type { ImportedFile } from './imported-file.ts'
import type { WorkbookSource } from './source.ts'
import { $downloadFault, NOT_LOADED_ERROR } from './workbook-download.ts'

export interface PreviewStep {
  is: 'preview'
  fileName: string
  file: ImportedFile
  preview: ImportPreview
  /** The conflicts in which the file's answer was chosen. */
  taken: ReadonlySet<string>
  /** The list that is shown. */
  shown: ImportOutcome
  /** The section has changed during the preview, so the preview must be checked again. */
  isRenewed: boolean
}

export type ImportStep =
  | { is: 'none' }
  | { is: 'reading'; fileName: string }
  | { is: 'refused'; fileName: string; reason: string }
  | PreviewStep
  | { is: 'done'; count: number; left: number }

export const $importStep = atom<ImportStep>({ is: 'none' })

const readingCode = chunk(() => import('./read-workbook.ts'))
const previewCode = chunk(() => import('./import-preview.ts'))

/** What needs attention comes first. */
const attention: readonly ImportOutcome[] = ['conflict', 'rejected', 'changed', 'new', 'same']

/** Back to the dialog's first step. */
export function resetDialog(): void {
  $importStep.set({ is: 'none' })
  $downloadFault.set(null)
}

/** Reads a file and compares it with the section without changing anything. */
export async function readImport(source: WorkbookSource, file: File): Promise<void> {
  const reading: ImportStep = { is: 'reading', fileName: file.name }
  $importStep.set(reading)
  const compared = await comparedFile(source, file)
  // Another file was chosen in the meantime, or the dialog was closed.
  if ($importStep.get() !== reading) return
  if (!compared.ok) return $importStep.set({ is: 'refused', fileName: file.name, reason: compared.error })
  const shown = attention.find(outcome => compared.value.preview.counts[outcome] > 0) ?? 'same'
  $importStep.set({
    is: 'preview',
    fileName: file.name,
    ...compared.value,
    taken: new Set(),
    shown,
    isRenewed: false
  })
}

async function comparedFile(
  source: WorkbookSource,
  file: File
): Promise<Result<Pick<PreviewStep, 'file' | 'preview'>>> {
  let modules
  try {
    modules = await Promise.all([readingCode.load(), previewCode.load()])
  } catch {
    return err(NOT_LOADED_ERROR)
  }
  const [
    {
      readSectionWorkbook: readWorkbook,
      MAX_SECTION_WORKBOOK_BYTES: MAX_BYTES,
      WORKBOOK_TOO_LARGE: TOO_LARGE
    },
    { previewImport }
  ] = modules
  if (file.size > MAX_BYTES) return err(TOO_LARGE)
  const bytes = await readBytes(file)
  if (bytes === null)
    return err('The file could not be opened. It may have been moved, or it is open in another program.')
  const imported = readWorkbook(bytes)
  if (!imported.ok) return imported
  const preview = previewImport(source, imported.value)
  return preview.ok ? ok({ file: imported.value, preview: preview.value }) : preview
}

async function readBytes(file: File): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    // The browser only says that it cannot read the file.
    return null
  }
}

export function showOutcome(shown: ImportOutcome): void {
  const step = $importStep.get()
  if (step.is === 'preview') $importStep.set({ ...step, shown })
}

/** Sets whether the file's answer wins, for these conflicts. */
export function chooseFileAnswer(keys: readonly string[], isTaken: boolean): void {
  const step = $importStep.get()
  if (step.is !== 'preview') return
  const taken = new Set(step.taken)
  for (const key of keys) {
    if (isTaken) taken.add(key)
    else taken.delete(key)
  }
  $importStep.set({ ...step, taken })
}

/** The number of cells the file would change with the current choices. */
export const changeCount = ({ counts }: ImportPreview, taken: ReadonlySet<string>): number =>
  counts.new + counts.changed + taken.size

/**
 * Applies the file as one step. It compares once more first: if the section has changed during the preview,
 * nothing is applied and the new comparison is shown.
 */
export async function applyImport(
  source: WorkbookSource,
  apply: (changes: ImportChange[]) => void
): Promise<void> {
  const step = $importStep.get()
  if (step.is !== 'preview') return
  // The preview on screen was made by this code.
  const { importChanges, previewImport } = await previewCode.load()
  const again = previewImport(source, step.file)
  if (!again.ok) return $importStep.set({ is: 'refused', fileName: step.fileName, reason: again.error })
  if (!isSamePreview(step.preview, again.value))
    return $importStep.set({ ...step, preview: again.value, taken: new Set(), isRenewed: true })
  const changes = importChanges(source, step.preview, step.taken)
  apply(changes)
  const { rejected, conflict } = step.preview.counts
  $importStep.set({ is: 'done', count: changes.length, left: rejected + conflict - step.taken.size })
}

const isSamePreview = (one: ImportPreview, other: ImportPreview): boolean =>
  one.rows.every(
    (row, index) => row.outcome === other.rows[index]?.outcome && row.current === other.rows[index]?.current
  )
