// What a key or an event of a cell's field comes from.

import type { KeyPress } from './keyboard.ts'

/** A field of a list that the table's keys apply to. A long text and choices keep the browser's own. */
export const isListField = (target: EventTarget): boolean =>
  isTextField(target) && !(target instanceof HTMLTextAreaElement)

/** In a list there is nothing beside a cell, so these keys belong to its text. */
export const movesCaret = ({ key }: KeyPress): boolean =>
  key.startsWith('Arrow') || key === 'Home' || key === 'End'

export const isTextField = (target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')

/** On a touchscreen (text-field.tsx); its keys are the browser's own. */
export const isDatePicker = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'date'
