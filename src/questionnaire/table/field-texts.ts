// Text fields are uncontrolled: what is typed is in the field before the engine hears of it. What the engine decides (paste, undo, merge,
// the usual form of a number) is written into the field here, found by its id, without rendering anything.
import { fieldId } from './cell-id.ts'
import type { CellStore } from '../state/cell-store.ts'

/** Writes texts into fields for as long as a form stands; what is returned stops it. */
export function writeFieldTexts(store: CellStore): () => void {
  return store.observe({
    cellChanged: (key, _before, { text }) => {
      const field = document.getElementById(fieldId(key))
      if ((field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== text)
        field.value = text
    }
  })
}
