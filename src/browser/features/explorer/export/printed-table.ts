import { atom } from 'nanostores'

/** Whether the figures of a chart are printed as a table below it, which takes pages of its own. */
export const $isTablePrinted = atom(false)

/** Prints the page once with the table. */
export function printWithTable(): void {
  $isTablePrinted.set(true)
  addEventListener('afterprint', () => $isTablePrinted.set(false), { once: true })
  print()
}
