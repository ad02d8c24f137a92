import { useEffect, useRef } from 'react'
import { useSearch } from 'wouter'
import { focusCell } from '#browser/section/table/cell-id.ts'
import { cellInSearch } from './steps.ts'

/** A step's title. Focus moves to it, or to the question in the address. Keyed by the step. */
export function StepHeading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const cell = cellInSearch(useSearch())
  useEffect(() => {
    if (cell !== null && focusCell(cell)) return
    scrollTo(0, 0)
    heading.current?.focus()
  }, [cell])
  return (
    <h1 ref={heading} tabIndex={-1} className="outline-none">
      {title}
    </h1>
  )
}
