import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { useStatus } from '#browser/section/sync/use-status.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { Users, TriangleAlert, X } from '#browser/ui/icons/icon-paths.ts'
import { CommentMark, NewsMark } from './cell-marks.tsx'
import { $showsLastFigures, lastPeriodName } from './last-figures.ts'

const CellLegendEntry = ({
  mark,
  children,
  tone = ''
}: {
  mark: ReactNode
  children: ReactNode
  tone?: string
}) => (
  <li className={`flex items-center gap-1.5 ${tone}`}>
    {mark}
    {children}
  </li>
)

/** Explains the marks in the cells. */
export function CellLegend({ engine }: { engine: SectionEngine }) {
  const conflicts = useStatus(engine, status => status.conflicts)
  const showsLast = useStore($showsLastFigures)
  const lastName = showsLast ? lastPeriodName(engine.model.tables) : null
  return (
    <ul
      aria-label="Marks in the cells"
      className="mt-3.5 flex flex-wrap gap-x-4.5 gap-y-1 text-small text-ink-2"
    >
      {!engine.isLocked && (
        <CellLegendEntry mark={<span className="w-0.5 h-3 bg-brand-mark [forced-color-adjust:none]" />}>
          required
        </CellLegendEntry>
      )}
      <CellLegendEntry tone="text-warn" mark={<Icon of={TriangleAlert} />}>
        check
      </CellLegendEntry>
      <CellLegendEntry tone="text-bad" mark={<Icon of={X} />}>
        invalid
      </CellLegendEntry>
      <CellLegendEntry mark={<span className="w-3 h-3 bg-sunken border border-solid border-line-field" />}>
        does not apply
      </CellLegendEntry>
      <CellLegendEntry mark={<CommentMark />}>comment</CellLegendEntry>
      <CellLegendEntry mark={<NewsMark />}>new since you were here</CellLegendEntry>
      <CellLegendEntry
        mark={
          <span className="w-1.5 h-1.5 rounded-full border border-solid border-info [forced-color-adjust:none]" />
        }
      >
        on this device
      </CellLegendEntry>
      {lastName !== null && (
        <CellLegendEntry mark={<span className="text-tiny tabular-nums">12</span>}>
          {lastName}
        </CellLegendEntry>
      )}
      {conflicts > 0 && (
        <CellLegendEntry tone="text-warn" mark={<Icon of={Users} />}>
          two versions
        </CellLegendEntry>
      )}
      {engine.model.tables.some(({ kind }) => kind === 'grid') && (
        <li className="ml-auto [@media(pointer:coarse)]:hidden">
          Press <kbd>F6</kbd> to leave the table
        </li>
      )}
    </ul>
  )
}
