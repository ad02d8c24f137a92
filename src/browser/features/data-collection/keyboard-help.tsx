import { Button, buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Keyboard } from '#browser/ui/icons/icon-paths.ts'
import { Popover } from '#browser/ui/popover/popover.tsx'
import { useChunk } from '#browser/ui/use-chunk.ts'
import { chunk } from '#lib/chunk.ts'

const keyboardList = chunk(() => import('./keyboard-list.tsx'))

function LateKeyboardList() {
  const { module, isMissing, retry } = useChunk(keyboardList)
  if (module) return <module.KeyboardList />
  return isMissing && <Button onClick={retry}>Try again</Button>
}

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
      {() => <LateKeyboardList />}
    </Popover>
  )
}
