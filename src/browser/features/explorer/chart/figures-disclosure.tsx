import { useStore } from '@nanostores/react'
import { memo, useState } from 'react'
import { $isTablePrinted } from '#browser/features/explorer/export/printed-table.ts'
import { Late } from '#browser/ui/late.tsx'
import { usePrinting } from '#browser/ui/print/use-printing.ts'
import { chartTools } from './chart-tools-chunk.ts'
import type { FiguresProps } from './chart-tools.tsx'

/** The chart's figures as a table below it. The table has many more elements than the chart, so it exists only while it is open or printed, and it is printed only on request. */
export const FiguresDisclosure = memo(function FiguresDisclosure(props: FiguresProps) {
  const [isOpen, setOpen] = useState(false)
  const isPrinted = useStore($isTablePrinted)
  const isPrinting = usePrinting()
  return (
    <details className="mt-3" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="text-small text-brand-text cursor-pointer w-max">
        The same figures as a table
      </summary>
      {(isOpen || (isPrinting && isPrinted)) && (
        <div className={`card mt-2 table-scroll ${isPrinted ? '' : 'print:hidden'}`}>
          <Late code={chartTools}>{({ TableOfKind }) => <TableOfKind {...props} />}</Late>
        </div>
      )}
    </details>
  )
})
