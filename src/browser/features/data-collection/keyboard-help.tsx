import { buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Keyboard } from '#browser/ui/icons/icon-paths.ts'
import { Late } from '#browser/ui/late.tsx'
import { Popover } from '#browser/ui/popover/popover.tsx'
import { sectionParts } from './section-parts-chunk.ts'

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
      {() => <Late code={sectionParts}>{({ KeyboardList }) => <KeyboardList />}</Late>}
    </Popover>
  )
}
