// Exports codes as a CSV file or as a printed sheet of QR codes. The code that writes them is loaded on
// first use.

import { atom } from 'nanostores'
import { flushSync } from 'react-dom'
import { saveCsv } from '#browser/api/download.ts'
import { NOT_LOADED_TEXT, rememberOrigin } from '#browser/stores/outcomes.ts'
import type { CaseCode } from '#contract/case-codes.ts'
import { chunk } from '#lib/chunk.ts'
import { err, ok, type Result } from '#lib/result.ts'

export interface SheetCode {
  code: string
  link: string
  /** The square's side in modules, and the path that draws its dark modules. */
  size: number
  path: string
}

/** The codes laid out for printing; null otherwise. */
export const $codeSheet = atom<readonly SheetCode[] | null>(null)

const codesCsvCode = chunk(() => import('./codes-csv.ts'))
const qrCodeModule = chunk(() => import('#browser/ui/qr-code.ts'))

export async function saveCodes(
  codes: readonly CaseCode[],
  linkOf: (code: string) => string,
  names: readonly string[]
): Promise<Result<null>> {
  try {
    const { codesCsv } = await codesCsvCode.load()
    saveCsv(codesCsv(codes, linkOf), csvFileName(['Case codes', ...names]))
    return ok(null)
  } catch {
    return err(NOT_LOADED_TEXT)
  }
}

/** Removes characters that file systems do not allow. */
export const csvFileName = (names: readonly string[]): string =>
  `${names.map(name => name.replaceAll(/[\\/:*?"<>|\s]+/g, ' ').trim()).join(', ')}.csv`

/** Lays the codes out and opens the print dialog. Skips codes that can no longer be used. */
export async function printCodes(
  codes: readonly CaseCode[],
  linkOf: (code: string) => string
): Promise<Result<null>> {
  const origin = rememberOrigin()
  try {
    const { qrCodeOf } = await qrCodeModule.load()
    if (!origin.isInModal()) return ok(null)
    const sheet = codes
      .filter(isUsable)
      .map(({ case_code: code }) => ({ code, link: linkOf(code), ...qrCodeOf(linkOf(code)) }))
    flushSync(() => $codeSheet.set(sheet))
  } catch {
    return err(NOT_LOADED_TEXT)
  }
  window.print()
  return ok(null)
}

export const isUsable = ({ status }: CaseCode): boolean => status === 'unused' || status === 'started'

/** Clears the sheet after printing. Returns a function that stops listening. */
export function watchPrinted(target: Window): () => void {
  const clear = (): void => $codeSheet.set(null)
  target.addEventListener('afterprint', clear)
  return () => {
    target.removeEventListener('afterprint', clear)
    clear()
  }
}
