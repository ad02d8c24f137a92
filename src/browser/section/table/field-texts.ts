// Text fields are uncontrolled: the field shows what is typed before the engine knows. What the engine
// decides (paste, undo, merge, number format) is written into the field here, found by its id, without
// rendering.
import { fieldId } from './cell-id.ts'
import type { CellStore } from '../state/cell-store.ts'

/** Writes texts into fields while a form is mounted. Returns a function that stops it. */
export function writeFieldTexts(store: CellStore): () => void {
  return store.observe({
    cellChanged: (key, _before, { text }) => {
      const field = document.getElementById(fieldId(key))
      if ((field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== text)
        write(field, text)
    }
  })
}

function write(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.value = text
  if (field.value === text || !(field instanceof HTMLInputElement) || field.type !== 'date') return
  // A date picker drops any other text; the next render makes it a text field too (text-field.tsx).
  field.type = 'text'
  field.value = text
}
