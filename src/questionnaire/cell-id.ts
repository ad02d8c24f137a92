// The one tie between a cell's state and its field in the page: found by id, which costs the same however many cells there are.

export const fieldId = (key: string): string => `cell-${key}`

export const keyOfField = (target: EventTarget | null): string | null =>
  target instanceof HTMLElement ? (target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? null) : null

/** Moves the cursor to a cell, scrolled into view; answers false when it has no field. */
export function focusCell(key: string): boolean {
  const field = document.getElementById(fieldId(key))
  if (field === null) return false
  field.focus()
  field.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return true
}
