import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { navigate } from 'wouter/use-browser-location'
import { $printing, watchPrinting, type PrintKind } from '#browser/section/print/printing.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import type { WorkbookTitle } from '#browser/section/workbook/source.ts'
import { missingCodeText, rememberOrigin, withCode } from '#browser/stores/outcomes.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { sectionParts } from './section-parts-chunk.ts'

/** Replaces the page on paper; never shown on screen (src/browser/app/styles/global.css). */
export function PrintSheet({ engine, title }: { engine: SectionEngine; title: WorkbookTitle }) {
  const printing = useStore($printing)
  useEffect(() => watchPrinting(window), [])
  // The browser's own command does not wait for code.
  const code = sectionParts.loaded()
  if (printing === null || code === undefined) return null
  return createPortal(
    <div className="print-sheet">
      <code.PrintedSection engine={engine} title={title} {...printing} />
    </div>,
    document.body
  )
}

/** Lays the form out, then opens the print dialog. */
export function printForm(kind: PrintKind): Promise<void> {
  const origin = rememberOrigin()
  const print = (): void => {
    if (!origin.isOnScreen()) return
    flushSync(() => $printing.set({ kind, at: presentTime().getTime() }))
    window.print()
  }
  return withCode(sectionParts, print, missingCodeText('The form', 'printed'))
}

/** Prints the form that the address asks for, once: Back and a reload show the section alone. */
export function printOnArrival(): void {
  const query = new URLSearchParams(location.search)
  const kind = query.get('print')
  if (kind !== 'blank' && kind !== 'filled') return
  query.delete('print')
  navigate(query.size > 0 ? `${location.pathname}?${query}` : location.pathname, { replace: true })
  void printForm(kind)
}
