import { Keyboard } from 'lucide-react'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Popover } from '#ui/popover.tsx'

const keys = [
  ['Arrows', 'to the next cell'],
  ['Enter, Shift Enter', 'down, up'],
  ['Tab, Shift Tab', 'right, left'],
  ['Home, End', 'first, last cell of the row'],
  ['Ctrl Home, Ctrl End', 'first, last cell of the table'],
  ['Ctrl arrow', 'to the edge of what is filled'],
  ['F2', 'put the caret into the cell'],
  ['Escape', 'take back what was typed'],
  ['Delete', 'empty the cell'],
  ['Shift Delete', 'empty the row, where you add rows yourself'],
  ['Ctrl Z, Ctrl Y', 'undo, redo'],
  ['Ctrl V', 'paste a block from a spreadsheet'],
  ['F6', 'to the next part of the page']
] as const

/** The keyboard shortcuts of the grids, behind a button. */
export function KeyboardHelp() {
  return (
    <Popover
      trigger={
        <>
          <Icon of={Keyboard} />
          Keys
        </>
      }
      triggerClass={buttonClass({ kind: 'quiet', size: 's' })}
      placement="bottom-end"
      panelClass="p-4"
    >
      {() => (
        <dl className="grid grid-cols-[auto_auto] gap-x-6 gap-y-1.5 text-small">
          {keys.map(([key, does]) => (
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
