import { buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Keyboard } from '#browser/ui/icons/icon-paths.ts'
import { Popover } from '#browser/ui/popover/popover.tsx'

const HELP_KEYS = [
  ['Arrows', 'to the next cell'],
  ['Enter, Shift Enter', 'down, up'],
  ['Tab, Shift Tab', 'right, left'],
  ['Home, End', 'first, last cell of the row'],
  ['Ctrl Home, Ctrl End', 'first, last cell of the table'],
  ['Ctrl arrow', 'to the edge of the filled cells'],
  ['F2, double click', 'edit the cell'],
  ['Escape', 'undo typing in the cell'],
  ['Delete', 'clear the cell'],
  ['Shift Delete', 'clear the row, in tables where you add rows'],
  ['Ctrl Z, Ctrl Y', 'undo, redo'],
  ['Ctrl V', 'paste a block from a spreadsheet'],
  ['F6, Shift F6', 'to the next, previous part of the page']
] as const

/** The keyboard shortcuts of the grids, behind a button. */
export function KeyboardHelp() {
  return (
    <Popover
      trigger={
        <>
          <Icon of={Keyboard} />
          Keyboard shortcuts
        </>
      }
      triggerClass={buttonClass({ kind: 'quiet', size: 's' })}
      placement="bottom-end"
      panelClass="p-4"
    >
      {() => (
        <dl className="grid grid-cols-[auto_auto] gap-x-6 gap-y-1.5 text-small">
          {HELP_KEYS.map(([key, does]) => (
            <div key={key} className="contents">
              <dt className="font-medium">{key}</dt>
              <dd className="text-ink-2">{does}</dd>
            </div>
          ))}
        </dl>
      )}
    </Popover>
  )
}
