// Uploads a workbook: the file is read, compared with its sections, previewed and applied as one step in each.
// The code for the formats is loaded on first use.

import { atom } from 'nanostores'
import { NOT_LOADED_TEXT } from '#browser/stores/outcomes.ts'
import { chunk } from '#lib/chunk.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { ImportOutcome, ImportPreview } from './import-preview.ts'
import type { ImportSection, WorkbookPreview } from './import-sections.ts'
import type { ImportedFile } from './imported-file.ts'
import { $downloadFault } from './workbook-download.ts'

export interface PreviewStep {
  is: 'preview'
  fileName: string
  files: ImportedFile[]
  preview: WorkbookPreview
  /** The ids of the conflicts in which the file's answer was chosen. */
  taken: ReadonlySet<string>
  /** The list that is shown. */
  shown: ImportOutcome
  /** A section has changed during the preview, so the preview must be checked again. */
  isRenewed: boolean
}

export type ImportStep =
  | { is: 'none' }
  | { is: 'reading'; fileName: string }
  | { is: 'refused'; fileName: string; reason: string }
  | PreviewStep
  | { is: 'sending' }
  /** `unsent` has a sentence for each section whose answers were not all saved; null where its screen saves them. */
  | { is: 'done'; count: number; left: number; unsent: string[] | null }

export const $importStep = atom<ImportStep>({ is: 'none' })

const readingCode = chunk(() => import('./read-workbook.ts'))
const previewCode = chunk(() => import('./import-sections.ts'))

/** What needs attention comes first. */
const attention: readonly ImportOutcome[] = ['conflict', 'rejected', 'changed', 'new', 'same']

/** Back to the dialog's first step. */
export function resetDialog(): void {
  $importStep.set({ is: 'none' })
  $downloadFault.set(null)
}

/** Reads a file and compares it with the sections without changing anything. */
export async function readImport(sections: readonly ImportSection[], file: File): Promise<void> {
  const reading: ImportStep = { is: 'reading', fileName: file.name }
  $importStep.set(reading)
  const compared = await comparedFile(sections, file)
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
  sections: readonly ImportSection[],
  file: File
): Promise<Result<Pick<PreviewStep, 'files' | 'preview'>>> {
  let modules
  try {
    modules = await Promise.all([readingCode.load(), previewCode.load()])
  } catch {
    return err(NOT_LOADED_TEXT)
  }
  const [{ readWorkbook, MAX_UPLOAD_BYTES: MAX_BYTES, WORKBOOK_TOO_LARGE: TOO_LARGE }, { previewSections }] =
    modules
  if (file.size > MAX_BYTES) return err(TOO_LARGE)
  const bytes = await readBytes(file)
  if (bytes === null)
    return err('The file could not be opened. It may have been moved, or it is open in another program.')
  const imported = readWorkbook(bytes)
  if (!imported.ok) return imported
  const preview = previewSections(sections, imported.value)
  return preview.ok ? ok({ files: imported.value, preview: preview.value }) : preview
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
export function chooseFileAnswer(ids: readonly string[], isTaken: boolean): void {
  const step = $importStep.get()
  if (step.is !== 'preview') return
  const taken = new Set(step.taken)
  for (const id of ids) {
    if (isTaken) taken.add(id)
    else taken.delete(id)
  }
  $importStep.set({ ...step, taken })
}

/** The number of cells the file would change with the current choices. */
export const changeCount = ({ counts }: Pick<ImportPreview, 'counts'>, taken: ReadonlySet<string>): number =>
  counts.new + counts.changed + taken.size

/**
 * Applies the file as one step in each section. It compares once more first: if a section has changed during
 * the preview, nothing is applied and the new comparison is shown. `send` saves what was applied and returns a
 * sentence for each section that is not saved; null where the section's screen saves it.
 */
export async function applyImport(
  sections: readonly ImportSection[],
  send: (() => Promise<string[]>) | null
): Promise<void> {
  const step = $importStep.get()
  if (step.is !== 'preview') return
  // The preview on screen was made by this code.
  const { applySections, previewSections } = await previewCode.load()
  const again = previewSections(sections, step.files)
  if (!again.ok) return $importStep.set({ is: 'refused', fileName: step.fileName, reason: again.error })
  if (!isSamePreview(step.preview, again.value))
    return $importStep.set({ ...step, preview: again.value, taken: new Set(), isRenewed: true })
  const count = applySections(again.value, step.taken)
  const { rejected, conflict } = step.preview.counts
  const done = { is: 'done', count, left: rejected + conflict - step.taken.size } as const
  if (send === null) return $importStep.set({ ...done, unsent: null })
  const sending: ImportStep = { is: 'sending' }
  $importStep.set(sending)
  const unsent = await send()
  if ($importStep.get() === sending) $importStep.set({ ...done, unsent })
}

const isSamePreview = (one: WorkbookPreview, other: WorkbookPreview): boolean =>
  one.rows.length === other.rows.length &&
  one.rows.every(
    (row, index) => row.outcome === other.rows[index]?.outcome && row.current === other.rows[index]?.current
  )
