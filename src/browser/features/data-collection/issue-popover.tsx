import { useStore } from '@nanostores/react'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { cellStatus, cellStatusText } from '#browser/section/state/cell-status.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { useStatus } from '#browser/section/sync/use-status.ts'
import { focusCell } from '#browser/section/table/cell-id.ts'
import { StatusIcon } from '#browser/section/table/cell-marks.tsx'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import type { IconPath } from '#browser/ui/icons/icon-paths.ts'
import { Popover } from '#browser/ui/popover/popover.tsx'
import { wantsComment } from './panel/cell-finding.tsx'
import { ConflictChoice } from './panel/conflict-choice.tsx'

export interface IssuePopoverProps {
  engine: SectionEngine
  kind: 'error' | 'warning' | 'conflict'
  icon: IconPath
  tone: string
  words: string
}

/** A count that opens a list of its cells, each a link to the cell. */
export function IssuePopover({ engine, kind, icon, tone, words }: IssuePopoverProps) {
  const count = useStatus(engine, status => status[`${kind}s`])
  if (count === 0) return null
  const next = (close: () => void) => {
    const key = engine.nextKey(kind)
    close()
    if (key !== null) focusCell(key)
  }
  return (
    <Popover
      trigger={
        <>
          <Icon of={icon} />
          {count} {words}
        </>
      }
      triggerClass={`flex min-h-6 items-center gap-1.5 text-small whitespace-nowrap hover:underline ${tone}`}
      label={`${count} ${words}`}
      placement="top-start"
      panelClass="w-96 pb-1.5"
    >
      {close => (
        <>
          <div className="sticky top-0 z-1 flex items-center gap-2 px-3 py-2 bg-surface border-0 border-b border-solid border-line">
            <h2 className="flex-1 text-small! font-medium!">
              {count} {words}
            </h2>
            <Button size="s" kind="quiet" onClick={() => next(close)}>
              Go to the next
            </Button>
          </div>
          <IssueList engine={engine} kind={kind} close={close} />
        </>
      )}
    </Popover>
  )
}

function IssueList({
  engine,
  kind,
  close
}: Pick<IssuePopoverProps, 'engine' | 'kind'> & { close: () => void }) {
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
    focusCell(cell.key)
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
