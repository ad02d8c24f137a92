// The one tie between a cell's state and its field in the page: found by id, which costs the same however many cells there are.

const PREFIX = 'cell-'

export const fieldId = (key: string): string => `${PREFIX}${key}`

/** The cell whose field, or group of fields, an event comes from. */
export function keyOfField(target: EventTarget | null): string | null {
  if (!(target instanceof HTMLElement)) return null
  const id = target.id.startsWith(PREFIX) ? target.id : (target.closest(`[id^="${PREFIX}"]`)?.id ?? '')
  return id.startsWith(PREFIX) ? id.slice(PREFIX.length) : null
}

/** Moves the cursor to a cell, scrolled into view; answers false when it has no field. */
export function focusCell(key: string): boolean {
  const field = document.getElementById(fieldId(key))
  if (field === null) return false
  field.focus()
  showCell(key)
  return true
}

/** Scrolls a cell into view and leaves the cursor where it is. */
export function showCell(key: string): void {
  document.getElementById(fieldId(key))?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
