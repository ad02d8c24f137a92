import { useStore } from '@nanostores/react'
import { $declinedBuild, $offeredBuild } from '#browser/app/view.ts'
import { Button, IconButton } from '#browser/ui/button.tsx'
import { avoidFocus } from '#browser/ui/focus/avoid-focus.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { X } from '#browser/ui/icons/icon-paths.ts'
import { RefreshCw } from '#browser/ui/icons/rare-icon-paths.ts'
import { confirmAndReload } from './reload.ts'

export default function VersionBanner() {
  const build = useStore($offeredBuild)
  if (!build) return null
  return (
    <div
      ref={avoidFocus}
      role="status"
      className="floats float fixed bottom-16 left-1/2 z-40 flex w-max max-w-[calc(100vw-32px)] -translate-x-1/2 items-center gap-3 py-2 pr-2 pl-4"
    >
      <Icon of={RefreshCw} className="text-brand-text" />
      <p>
        <span className="font-medium">New version</span>
        {build.notes && <span className="text-ink-2"> {build.notes}</span>}
      </p>
      <Button size="s" onClick={confirmAndReload}>
        Reload
      </Button>
      <IconButton icon={X} size="s" label="Not now" onClick={() => $declinedBuild.set(build.id)} />
    </div>
  )
}
