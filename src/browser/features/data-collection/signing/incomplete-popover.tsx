import { useStore } from '@nanostores/react'
import { askForComment } from '#browser/features/data-collection/panel/panel-tab.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { useStatus } from '#browser/section/sync/use-status.ts'
import { focusCell } from '#browser/section/table/cell-id.ts'
import { Popover } from '#browser/ui/popover/popover.tsx'
import type { IncompleteReason } from '#domain/answers/completion.ts'

const incompleteReasons: Record<IncompleteReason, string> = {
  required: 'required',
  error: 'the value is invalid',
  comment: 'unusual value: needs a comment'
}

/** Goes to an incomplete cell; if only its comment is missing, opens the comments. */
export function goToIncomplete(engine: SectionEngine, key: string): void {
  focusCell(key)
  if (engine.incompleteReason(key) === 'comment') askForComment(key)
}

/** Goes to the first cell that needs work. */
export function goToFirstIncomplete(engine: SectionEngine): void {
  const key = engine.firstKey('error') ?? engine.firstKey('conflict') ?? engine.firstKey('incomplete')
  if (key !== null) goToIncomplete(engine, key)
}

/** Every cell that keeps the section from being complete, and why. */
export function IncompletePopover({ engine }: { engine: SectionEngine }) {
  const count = useStatus(engine, status => status.incomplete)
  if (count === 0) return null
  return (
    <Popover
      trigger={`Show missing answers (${count})`}
      triggerClass="text-small text-button"
      label={`Show missing answers (${count})`}
      placement="right-end"
      panelClass="w-80 py-1.5"
    >
      {close => <IncompleteList engine={engine} close={close} />}
    </Popover>
  )
}

function IncompleteList({ engine, close }: { engine: SectionEngine; close: () => void }) {
  useStore(engine.$status)
  return (
    <ul>
      {engine.keysOf('incomplete').map(key => (
        <li key={key} className="[content-visibility:auto] [contain-intrinsic-height:auto_48px]">
          <button
            type="button"
            className="ring-inside block w-full px-3 py-1.5 text-left text-small hover:bg-sunken focus-visible:bg-sunken"
            onClick={() => {
              close()
              goToIncomplete(engine, key)
            }}
          >
            <span className="block font-medium">{engine.model.cells.get(key)?.name}</span>
            <span className="block text-ink-2">
              {incompleteReasons[engine.incompleteReason(key) ?? 'required']}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
