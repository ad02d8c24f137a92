// The browser's own calendar over a cell with a date.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { fieldId, focusCell } from '#browser/section/table/cell-id.ts'
import { typeOf } from '#domain/answers/question-types.ts'

export const hasCalendar = ({ question }: CellModel): boolean => typeOf(question).holds === 'date'

/** Opens the calendar below a cell; the chosen day becomes its answer. */
export function openCalendar(engine: SectionEngine, { key }: CellModel): void {
  const place = document.getElementById(fieldId(key))?.getBoundingClientRect()
  if (place === undefined) return
  const picker = document.createElement('input')
  picker.type = 'date'
  picker.tabIndex = -1
  picker.ariaLabel = 'Calendar'
  const { value } = engine.store.get(key).answer
  if (typeof value === 'string') picker.value = value
  Object.assign(picker.style, {
    position: 'fixed',
    left: `${place.left}px`,
    top: `${place.top}px`,
    width: `${place.width}px`,
    height: `${place.height}px`,
    opacity: '0',
    pointerEvents: 'none'
  })
  document.body.append(picker)
  const close = (): void => {
    picker.remove()
    focusCell(key)
  }
  picker.addEventListener('change', () => {
    engine.editing.choose(key, picker.value === '' ? null : picker.value)
    close()
  })
  picker.addEventListener('cancel', close)
  picker.addEventListener('blur', () => picker.remove())
  picker.focus({ preventScroll: true })
  try {
    picker.showPicker()
  } catch {
    // A browser that opens no calendar leaves the date to be typed.
    close()
  }
}
