import { useStatus } from '#browser/section/sync/use-status.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import type { IconPath } from '#browser/ui/icons/icon-paths.ts'
import { Late } from '#browser/ui/late.tsx'
import { Popover } from '#browser/ui/popover/popover.tsx'
import type { IssueListProps } from './issue-list.tsx'
import { sectionParts } from './section-parts-chunk.ts'
import { goToIncomplete } from './signing/go-to-incomplete.ts'

interface IssuePopoverProps extends Pick<IssueListProps, 'engine' | 'kind'> {
  icon: IconPath
  tone: string
  words: (count: number) => string
}

/** A count that opens a list of its cells, each a link to the cell. */
export function IssuePopover({ engine, kind, icon, tone, words }: IssuePopoverProps) {
  const count = useStatus(engine, status => status[`${kind}s`])
  if (count === 0) return null
  const label = `${count} ${words(count)}`
  const next = (close: () => void) => {
    const key = engine.nextKey(kind)
    close()
    if (key !== null) goToIncomplete(engine, key)
  }
  return (
    <Popover
      trigger={
        <>
          <Icon of={icon} />
          {label}
        </>
      }
      triggerClass={`flex min-h-6 items-center gap-1.5 text-small whitespace-nowrap hover:underline ${tone}`}
      label={label}
      placement="top-start"
      panelClass="w-96 pb-1.5"
    >
      {close => (
        <>
          <div className="sticky top-0 z-1 flex items-center gap-2 px-3 py-2 bg-surface border-0 border-b border-solid border-line">
            <h2 className="flex-1 text-small! font-medium!">{label}</h2>
            <Button size="s" kind="quiet" onClick={() => next(close)}>
              Go to the next
            </Button>
          </div>
          <Late code={sectionParts}>
            {({ IssueList }) => <IssueList engine={engine} kind={kind} close={close} />}
          </Late>
        </>
      )}
    </Popover>
  )
}
