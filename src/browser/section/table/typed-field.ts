// What a key or an event of a cell's field comes from.

import type { KeyPress } from './keyboard.ts'

/** Whether all of its text is selected. */
export const isAllSelected = (field: HTMLInputElement | HTMLTextAreaElement): boolean =>
  field.selectionStart === 0 && field.selectionEnd === field.value.length && field.value !== ''

/**
 * In a list, fields keep the browser's own keys; Enter goes to the next question. A long text also keeps its
 * own undo.
 */
export const isListKey = (press: KeyPress, target: EventTarget): boolean =>
  !(target instanceof HTMLTextAreaElement) &&
  isTextField(target) &&
  (press.ctrl ? 'zy'.includes(press.key) : ['Enter', 'Escape'].includes(press.key))

export const isTextField = (target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')

/** On a touchscreen (text-field.tsx); its keys are the browser's own. */
export const isDatePicker = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'date'
