// Finds a cell's field in the page by its id, which costs the same however many cells there are.

const PREFIX = 'cell-'

export const fieldId = (key: string): string => `${PREFIX}${key}`

/** The cell whose field or field group an event comes from. */
export function keyOfField(target: EventTarget | null): string | null {
  if (!(target instanceof HTMLElement)) return null
  const id = target.id.startsWith(PREFIX) ? target.id : (target.closest(`[id^="${PREFIX}"]`)?.id ?? '')
  return id.startsWith(PREFIX) ? id.slice(PREFIX.length) : null
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
