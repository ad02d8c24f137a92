import { buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Keyboard } from '#browser/ui/icons/icon-paths.ts'
import { Popover } from '#browser/ui/popover/popover.tsx'
import { LatePart } from './late-parts.tsx'

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
      {() => <LatePart>{({ KeyboardList }) => <KeyboardList />}</LatePart>}
    </Popover>
  )
}
