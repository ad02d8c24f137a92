import { atom } from 'nanostores'
import { chartTools } from '#browser/features/explorer/chart/chart-tools-chunk.ts'
import { rememberOrigin } from '#browser/stores/outcomes.ts'
import { showToast } from '#browser/stores/toasts.ts'

/** Whether the figures of a chart are printed as a table below it, which takes pages of its own. */
export const $isTablePrinted = atom(false)

/** Prints the page once with the table. */
export async function printWithTable(): Promise<void> {
  const origin = rememberOrigin()
  try {
    await chartTools.load()
  } catch {
    showToast({
      text: 'The table could not be printed. Check your connection and try again.',
      status: 'error'
    })
    return
  }
  if (!origin.isOnScreen()) return
  $isTablePrinted.set(true)
  addEventListener('afterprint', () => $isTablePrinted.set(false), { once: true })
  print()
}
