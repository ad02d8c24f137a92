import { ArrowLeftRight, TriangleAlert, X } from 'lucide-react'
import { isAnswered } from '#domain/cell-rules.ts'
import { Icon } from '#ui/icon.tsx'
import { errorOf, warningOf, type CellState } from './cells.ts'
import type { CellModel } from './model.ts'

export type CellLook = 'plain' | 'needed' | 'warning' | 'error' | 'conflict'

/** The one thing that a cell says about itself; the gravest wins. */
export function lookOf(cell: CellModel, state: CellState): CellLook {
  if (state.conflict !== null) return 'conflict'
  if (errorOf(state) !== null) return 'error'
  if (warningOf(state) !== null) return 'warning'
  return cell.question.is_required && !state.isSpare && !isAnswered(state.answer) && state.text === ''
    ? 'needed'
    : 'plain'
}

/** What the look means, in words. `sources` names the cells that a calculated one is worked out from: they are where it can be mended. */
export function lookText(look: CellLook, state: CellState, sources: readonly string[] = []): string {
  const from = sources.length === 0 ? '' : ` It is worked out from ${inWords(sources)}.`
  if (look === 'conflict') return `Changed by ${state.conflict?.updatedBy ?? 'somebody else'} meanwhile`
  if (look === 'error') return `Not possible: ${errorOf(state) ?? ''}${from}`
  if (look === 'warning') return `Please check: ${warningOf(state) ?? ''}${from}`
  return ''
}

const MOST_SOURCES = 4
const list = new Intl.ListFormat('en-GB')

const inWords = (names: readonly string[]): string =>
  list.format(
    names.length <= MOST_SOURCES
      ? names
      : [...names.slice(0, MOST_SOURCES - 1), `${names.length - MOST_SOURCES + 1} other cells`]
  )

const icons = { warning: TriangleAlert, error: X, conflict: ArrowLeftRight }
const colours = { warning: 'text-warn', error: 'text-bad', conflict: 'text-info' }

/** The sign of a look that has one. */
export function LookIcon({ look, className = '' }: { look: CellLook; className?: string }) {
  if (look === 'plain' || look === 'needed') return null
  return <Icon of={icons[look]} size={12} className={`${colours[look]} ${className}`} />
}

/** Hollow: on this device. Half: on its way. Nothing: saved. */
export function SavingMark({ saving }: { saving: CellState['saving'] }) {
  if (saving === 'saved' || saving === 'typed') return null
  return (
    <span
      aria-hidden="true"
      className={`block w-1.5 h-1.5 rounded-full border border-solid border-info ${saving === 'sending' ? 'bg-info' : 'bg-surface'}`}
    />
  )
}

/** The same in a grid, which paints it behind the field (grid.tsx): an element that comes and goes would lay the page out at each key. */
export const savingClass = ({ saving }: CellState): string =>
  saving === 'kept' || saving === 'sending' ? saving : ''

export const CommentMark = () => (
  <span
    aria-hidden="true"
    className="block border-[5px] border-solid border-t-info border-r-info border-b-transparent border-l-transparent"
  />
)

/** Threads that are not resolved. */
export const openComments = ({ comments }: CellState): number =>
  comments.filter(comment => !comment.is_resolved && comment.parent_comment_id === null).length
