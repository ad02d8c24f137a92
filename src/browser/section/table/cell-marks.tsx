import type { CellStatus } from '#browser/section/state/cell-status.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { Users, TriangleAlert, X } from '#browser/ui/icons/icon-paths.ts'

const markIcons = { warning: TriangleAlert, error: X, conflict: Users }
const colours = { warning: 'text-warn', error: 'text-bad', conflict: 'text-warn' }

/** The icon of a status, if it has one. */
export function StatusIcon({ status, className = '' }: { status: CellStatus; className?: string }) {
  if (status === 'plain' || status === 'required') return null
  return <Icon of={markIcons[status]} size={12} className={`${colours[status]} ${className}`} />
}

/** The programme asks about the cell. */
export const QueryMark = () => (
  <span aria-hidden="true" className="block text-tiny leading-3 font-semibold text-warn">
    ?
  </span>
)

/** Someone else has changed the cell. */
export const NewsMark = () => (
  <span
    aria-hidden="true"
    className="block w-[7px] h-[7px] rounded-full bg-info [forced-color-adjust:none]"
  />
)

export const CommentMark = () => (
  <span
    aria-hidden="true"
    className="block [forced-color-adjust:none] border-[5px] border-solid border-t-info border-r-info border-b-transparent border-l-transparent"
  />
)
