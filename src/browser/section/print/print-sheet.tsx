import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import type { WorkbookTitle } from '#browser/section/workbook/source.ts'
import { PrintedSection } from './printed-section.tsx'
import { $printing, watchPrinting } from './printing.ts'

/** Replaces the page on paper; never shown on screen (src/browser/app/styles/global.css). */
export function PrintSheet({ engine, title }: { engine: SectionEngine; title: WorkbookTitle }) {
  const printing = useStore($printing)
  useEffect(() => watchPrinting(window), [])
  if (printing === null) return null
  return createPortal(
    <div className="print-sheet">
      <PrintedSection engine={engine} title={title} {...printing} />
    </div>,
    document.body
  )
}
