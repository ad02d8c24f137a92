import type { CollectionProgress } from '#browser/stores/collection/collection-progress.ts'
import { ShareBar } from '#browser/ui/progress.tsx'
import { formatCount } from '#lib/format.ts'

interface ProgressFiguresProps {
  progress: CollectionProgress
  isAdmin: boolean
  className?: string
}

/** How far the whole of a data collection is: four counts, each with its share. */
export function ProgressFigures({ progress, isAdmin, className = '' }: ProgressFiguresProps) {
  const { total, registered_count, started_count, completed_count, signed_off_count } = progress
  return (
    <dl className={`grid ${isAdmin ? 'grid-cols-4' : 'grid-cols-3'} max-sm:grid-cols-2 gap-y-2 ${className}`}>
      {isAdmin && <Figure name="registered" count={registered_count} of={total} colour="var(--ink-3)" />}
      <Figure name="started" count={started_count} of={total} colour="var(--brand-mark)" />
      <Figure name="complete" count={completed_count} of={total} colour="var(--brand-mark)" />
      <Figure name="signed off" count={signed_off_count} of={total} colour="var(--ok)" />
    </dl>
  )
}

interface FigureProps {
  name: string
  count: number
  of: number
  colour: string
}

function Figure({ name, count, of, colour }: FigureProps) {
  return (
    <div className="grid min-w-26 grid-cols-[auto_1fr] items-baseline gap-x-1.5">
      <dt className="order-2 text-small">{name}</dt>
      <dd className="text-title-strong tabular-nums">{formatCount(count)}</dd>
      <dd aria-hidden="true" className="order-3 col-span-2 mt-1">
        <ShareBar percent={of === 0 ? 0 : (100 * count) / of} colour={colour} />
      </dd>
    </div>
  )
}
