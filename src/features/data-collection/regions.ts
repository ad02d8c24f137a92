// F6 goes round the parts of the page, so that nobody has to tab through a table of thousands of cells to get out of it.

/** Handles F6 and Shift F6; answers true when it did. */
export function cycleRegions(press: { key: string; shiftKey: boolean }, page: HTMLElement): boolean {
  if (press.key !== 'F6') return false
  const regions = [...page.querySelectorAll<HTMLElement>('[data-region]')]
  const here = regions.findIndex(region => region.contains(document.activeElement))
  const next = regions[(here + (press.shiftKey ? regions.length - 1 : 1)) % regions.length]
  const control = next?.querySelector<HTMLElement>('a[href], button:not([disabled]), input:not([disabled]), select, textarea')
  control?.focus()
  return true
}
