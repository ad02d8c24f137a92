import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { printForm } from '#browser/section/print/printing.ts'
import type { WorkbookTitle } from '#browser/section/workbook/source.ts'

/** Prints the form that the address asks for, once: Back and a reload show the section alone. */
export function usePrintOnArrival({ projectName, periodName }: WorkbookTitle): void {
  const hasTitle = projectName !== '' && periodName !== ''
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    const kind = query.get('print')
    if (!hasTitle || (kind !== 'blank' && kind !== 'filled')) return
    query.delete('print')
    navigate(query.size > 0 ? `${location.pathname}?${query}` : location.pathname, { replace: true })
    // After this render: laying the form out renders once more.
    setTimeout(() => printForm(kind))
  }, [hasTitle])
}
