import { useStore } from '@nanostores/react'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { cellStatus, cellStatusText } from '#browser/section/state/cell-status.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { StatusIcon } from '#browser/section/table/cell-marks.tsx'
import { wantsComment } from './panel/cell-finding.tsx'
import { ConflictChoice } from './panel/conflict-choice.tsx'
import { goToIncomplete } from './signing/go-to-incomplete.ts'

export interface IssueListProps {
  engine: SectionEngine
  kind: 'error' | 'warning' | 'conflict'
  close: () => void
}

/** The cells behind a count, each a link to the cell. */
export function IssueList({ engine, kind, close }: IssueListProps) {
  useStore(engine.$status)
  return (
    <ul>
      {engine.keysOf(kind).map(key => (
        <IssueItem key={key} engine={engine} cell={engine.model.cells.get(key)} close={close} />
      ))}
    </ul>
  )
}

interface IssueItemProps {
  engine: SectionEngine
  cell: CellModel | undefined
  close: () => void
}

function IssueItem({ engine, cell, close }: IssueItemProps) {
  if (cell === undefined) return null
  const state = engine.store.get(cell.key)
  const status = cellStatus(cell, state)
  const go = () => {
    close()
    goToIncomplete(engine, cell.key)
  }
  return (
    <li className="[content-visibility:auto] [contain-intrinsic-height:auto_52px]">
      <button
        type="button"
        className="ring-inside block w-full px-3 py-2 text-left text-small hover:bg-sunken focus-visible:bg-sunken"
        onClick={go}
      >
        <span className="block font-medium">{cell.name}</span>
        <span className="flex gap-1.5 items-start text-ink-2">
          <StatusIcon status={status} className="mt-[3px] shrink-0" />
          <span>
            {cellStatusText(status, state, engine.sourceNames(cell.key))}
            {wantsComment(state) && ' Needs a comment.'}
          </span>
        </span>
      </button>
      {state.conflict !== null && (
        <div className="px-3 pb-2.5">
          <ConflictChoice engine={engine} cell={cell} state={state} />
        </div>
      )}
    </li>
  )
}
