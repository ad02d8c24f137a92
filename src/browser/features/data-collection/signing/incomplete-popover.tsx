import { sectionParts } from '#browser/features/data-collection/section-parts-chunk.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { useStatus } from '#browser/section/sync/use-status.ts'
import { Late } from '#browser/ui/late.tsx'
import { Popover } from '#browser/ui/popover/popover.tsx'

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
      {close => (
        <Late code={sectionParts}>
          {({ IncompleteList }) => <IncompleteList engine={engine} close={close} />}
        </Late>
      )}
    </Popover>
  )
}
