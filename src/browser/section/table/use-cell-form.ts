import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { afterKeys } from '#browser/section/state/after-keys.ts'
import { savingMark } from '#browser/section/state/cell-status.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { disposeAll } from '#lib/dispose.ts'
import { countOf } from '#lib/format.ts'
import { fieldId } from './cell-id.ts'
import { FormEvents, type ShownByForm } from './form-events.ts'
import { isTextField, isTypedKey, keyPressOf } from './keyboard.ts'
import { fieldContent } from './text-field.tsx'
import { keepRowNamesVisible } from './visible-row-names.ts'

/**
 * Writes texts and saving marks into the page while a form is mounted, without rendering; returns a function that stops it. Text fields are
 * uncontrolled: the field shows what is typed before the engine knows. What the engine decides (paste, undo, merge, number format) is written
 * into the field here, found by its id.
 */
function writeToFields(engine: SectionEngine, events: FormEvents): () => void {
  const marked = new Set<string>()
  const showMarks = (): void => {
    for (const key of marked)
      markSaving(document.getElementById(fieldId(key))?.parentElement, savingMark(engine.store.get(key)))
    marked.clear()
  }
  return engine.store.observe({
    cellChanged: (key, before, after) => {
      const cell = engine.model.cells.get(key)
      const field = document.getElementById(fieldId(key))
      if (savingMark(before) !== savingMark(after)) {
        marked.add(key)
        afterKeys(showMarks)
      }
      if (cell === undefined || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement))
        return
      const { type, text } = fieldContent({ engine, cell, state: after })
      if (field.value === text) return
      // A date picker drops any text that is no date.
      if (field instanceof HTMLInputElement && typeOf(cell.question).holds === 'date') field.type = type
      field.value = text
      events.showSelection(field)
    }
  })
}

function markSaving(cell: HTMLElement | null | undefined, mark: string | undefined): void {
  if (!cell) return
  if (mark === undefined) delete cell.dataset['saving']
  else cell.dataset['saving'] = mark
}

/** ‘Day shift, actual hours’ was not changed: B. Lind has edited it since. */
function keptText({ model, store }: SectionEngine, keys: readonly string[]): string {
  const [key = ''] = keys
  if (keys.length > 1)
    return `${countOf(keys.length, 'cell')} were not changed: someone has edited them since.`
  const by = store.get(key).written.by
  return `‘${model.cells.get(key)?.name}’ was not changed: ${by === null ? 'it has been edited' : `${by} has edited it`} since.`
}

/** What browsers tell of a key besides `keydown` and `input`. */
const UNHEARD_EVENTS = ['keypress', 'textInput', 'keyup', 'selectionchange']

/** Stops what nothing on the page listens to: for each of these events React would look through all components around a field, twice. */
function silenceKeys(form: HTMLElement): () => void {
  const stop = new AbortController()
  const silence = (event: Event): void => {
    if (event.target instanceof HTMLElement && isTextField(event.target) && form.contains(event.target))
      event.stopPropagation()
  }
  for (const name of UNHEARD_EVENTS)
    window.addEventListener(name, silence, { capture: true, signal: stop.signal })
  // The form itself has heard it.
  form.addEventListener('keydown', event => isTypedKey(keyPressOf(event)) && silence(event), stop)
  return () => stop.abort()
}

/** One set of handlers for the form around all cells. */
export function useCellForm(
  engine: SectionEngine,
  { onPasted, onMenu, onComment }: ShownByForm
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (form.current === null) return undefined
    form.current.dataset['cells'] = ''
    if (engine.isLocked) form.current.dataset['readOnly'] = ''
    const events = new FormEvents(engine, { onPasted, onMenu, onComment })
    const stops = [
      events.listenTo(form.current),
      silenceKeys(form.current),
      keepRowNamesVisible(form.current),
      writeToFields(engine, events)
    ]
    engine.editing.listen(keys => showToast({ text: keptText(engine, keys), status: 'warning' }))
    return () => disposeAll(stops)
  }, [engine, onPasted, onMenu, onComment])
  // Removing a focused field fires no blur event.
  useLayoutEffect(() => () => engine.editing.leaveActive(), [engine])
  return form
}
