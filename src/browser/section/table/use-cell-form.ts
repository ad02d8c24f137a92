import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { savingMark } from '#browser/section/state/cell-status.ts'
import type { CellStore } from '#browser/section/state/cell-store.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { disposeAll } from '#lib/dispose.ts'
import { countOf } from '#lib/format.ts'
import { fieldId } from './cell-id.ts'
import { FormEvents, type ShownByForm } from './form-events.ts'
import { keepRowNamesVisible } from './visible-row-names.ts'

/**
 * Writes texts and saving marks into the page while a form is mounted, without rendering; returns a function that stops it. Text fields are
 * uncontrolled: the field shows what is typed before the engine knows. What the engine decides (paste, undo, merge, number format) is written
 * into the field here, found by its id.
 */
function writeToFields(store: CellStore, events: FormEvents): () => void {
  return store.observe({
    cellChanged: (key, before, after) => {
      const { text } = after
      const field = document.getElementById(fieldId(key))
      if (savingMark(before) !== savingMark(after)) markSaving(field?.parentElement, savingMark(after))
      if (
        (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
        field.value !== text
      ) {
        writeFieldText(field, text)
        events.showSelection(field)
      }
    }
  })
}

function markSaving(cell: HTMLElement | null | undefined, mark: string | undefined): void {
  if (!cell) return
  if (mark === undefined) delete cell.dataset['saving']
  else cell.dataset['saving'] = mark
}

function writeFieldText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.value = text
  if (field.value === text || !(field instanceof HTMLInputElement) || field.type !== 'date') return
  // A date picker drops any other text; the next render makes it a text field too (text-field.tsx).
  field.type = 'text'
  field.value = text
}

/** ‘Day shift, actual hours’ was not changed: B. Lind has edited it since. */
function keptText({ model, store }: SectionEngine, keys: readonly string[]): string {
  const [key = ''] = keys
  if (keys.length > 1)
    return `${countOf(keys.length, 'cell')} were not changed: someone has edited them since.`
  const by = store.get(key).written.by
  return `‘${model.cells.get(key)?.name}’ was not changed: ${by === null ? 'it has been edited' : `${by} has edited it`} since.`
}

/** One set of handlers for the form around all cells. */
export function useCellForm(
  engine: SectionEngine,
  { onPasted, onMenu }: ShownByForm
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (form.current === null) return undefined
    form.current.dataset['cells'] = ''
    const events = new FormEvents(engine, { onPasted, ...(onMenu && { onMenu }) })
    const stops = [
      events.listenTo(form.current),
      keepRowNamesVisible(form.current),
      writeToFields(engine.store, events)
    ]
    engine.editing.listen(keys => showToast({ text: keptText(engine, keys), status: 'warning' }))
    return () => disposeAll(stops)
  }, [engine, onPasted, onMenu])
  // Removing a focused field fires no blur event.
  useLayoutEffect(() => () => engine.editing.leaveActive(), [engine])
  return form
}
