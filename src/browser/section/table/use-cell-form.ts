import { useLayoutEffect, useRef, type RefObject } from 'react'
import { disposeAll } from '#lib/dispose.ts'
import { countOf } from '#lib/format.ts'
import { showToast } from '#browser/stores/toasts.ts'
import type { SectionEngine } from '../section-engine.ts'
import { writeFieldTexts } from './field-texts.ts'
import { FormEvents, type PasteReport } from './form-events.ts'
import { keepRowNamesVisible } from './visible-row-names.ts'

/** ‘Day shift, actual hours’ stays as it is: B. Lind has changed it since. */
function keptText({ model, store }: SectionEngine, keys: readonly string[]): string {
  const [key = ''] = keys
  if (keys.length > 1)
    return `${countOf(keys.length, 'cell')} stay as they are: they have been changed since.`
  const by = store.get(key).updatedBy
  return `‘${model.cells.get(key)?.name}’ stays as it is: ${by === null ? 'it has been changed' : `${by} has changed it`} since.`
}

/** One set of handlers for the form around all cells. */
export function useCellForm(
  engine: SectionEngine,
  onPasted: (report: PasteReport) => void
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (form.current === null) return undefined
    const stops = [
      new FormEvents(engine, onPasted).listenTo(form.current),
      keepRowNamesVisible(form.current),
      writeFieldTexts(engine.store)
    ]
    engine.editing.listen(keys => showToast({ text: keptText(engine, keys), status: 'warning' }))
    return () => disposeAll(stops)
  }, [engine, onPasted])
  // A field that is removed with the cursor in it is left without an event that anybody hears.
  useLayoutEffect(() => () => engine.editing.leaveActive(), [engine])
  return form
}
