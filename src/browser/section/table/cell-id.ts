// Finds a cell's field in the page by its id, which costs the same however many cells there are.

const CELL_ID_PREFIX = 'cell-'

export const fieldId = (key: string): string => `${CELL_ID_PREFIX}${key}`

/** The cell whose field or field group an event comes from. */
export function keyOfField(target: EventTarget | null): string | null {
  if (!(target instanceof HTMLElement)) return null
  const id = target.id.startsWith(CELL_ID_PREFIX)
    ? target.id
    : (target.closest(`[id^="${CELL_ID_PREFIX}"]`)?.id ?? '')
  return id.startsWith(CELL_ID_PREFIX) ? id.slice(CELL_ID_PREFIX.length) : null
}

/** Focuses a cell and scrolls it into view; returns false if it has no field. */
export function focusCell(key: string): boolean {
  const field = document.getElementById(fieldId(key))
  if (field === null) return false
  field.focus()
  showCell(key)
  return true
}

/** Scrolls a cell into view without moving focus. */
export function showCell(key: string): void {
  document.getElementById(fieldId(key))?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/**
 * WebKit has no such method for a select, and elsewhere it throws in a cross-origin frame. Space and
 * Alt+arrow still open it.
 */
export function openPicker(field: HTMLSelectElement): void {
  try {
    field.showPicker?.()
  } catch {
    // The field does not change.
  }
}
