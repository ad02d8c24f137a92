import { ArrowLeftRight, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#browser/ui/icon.tsx'
import type { SectionEngine } from '../section-engine.ts'
import { CommentMark, SavingMark } from './cell-marks.tsx'
import { useStatus } from '../sync/use-status.ts'

const Entry = ({ mark, children, tone = '' }: { mark: ReactNode; children: ReactNode; tone?: string }) => (
  <li className={`flex items-center gap-1.5 ${tone}`}>
    {mark}
    {children}
  </li>
)

/** Explains the marks in the cells. */
export function Legend({ engine }: { engine: SectionEngine }) {
  const conflicts = useStatus(engine, status => status.conflicts)
  return (
    <ul aria-label="Marks in the cells" className="flex flex-wrap gap-x-4.5 gap-y-1 text-small text-ink-2">
      <Entry mark={<span className="w-0.5 h-3 bg-brand-mark [forced-color-adjust:none]" />}>required</Entry>
      <Entry tone="text-warn" mark={<Icon of={TriangleAlert} />}>
        check
      </Entry>
      <Entry tone="text-bad" mark={<Icon of={X} />}>
        invalid
      </Entry>
      <Entry mark={<span className="w-3 h-3 bg-sunken border border-solid border-line-field" />}>
        does not apply
      </Entry>
      <Entry mark={<CommentMark />}>comment</Entry>
      <Entry mark={<SavingMark saving="kept" />}>on this device</Entry>
      {conflicts > 0 && (
        <Entry tone="text-info" mark={<Icon of={ArrowLeftRight} />}>
          in conflict
        </Entry>
      )}
      <li className="ml-auto [@media(pointer:coarse)]:hidden">
        <kbd>F6</kbd> leaves the table
      </li>
    </ul>
  )
}
