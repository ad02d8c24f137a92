import { useLayoutEffect, useRef, type RefObject } from 'react'
import { disposeAll } from '#lib/dispose.ts'
import type { SectionEngine } from '../section-engine.ts'
import { writeFieldTexts } from './field-texts.ts'
import { FormEvents, type PasteReport } from './form-events.ts'
import { keepRowNamesVisible } from './visible-row-names.ts'

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
    return () => disposeAll(stops)
  }, [engine, onPasted])
  // A field that is removed with the cursor in it is left without an event that anybody hears.
  useLayoutEffect(() => () => engine.editing.leaveActive(), [engine])
  return form
}
