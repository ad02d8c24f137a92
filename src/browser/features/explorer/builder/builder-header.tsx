import { Link } from 'wouter'
import { changedFields } from '#browser/editing/three-way.ts'
import { UndoButtons } from '#browser/editing/undo-buttons.tsx'
import { Button, buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { CopyIcon } from '#browser/ui/icons/icon-paths.ts'
import { ArchiveIcon, Eye } from '#browser/ui/icons/rare-icon-paths.ts'
import { ErrorText } from '#browser/ui/notice.tsx'
import { Pill } from '#browser/ui/pill.tsx'
import { HeadingSkeleton } from '#browser/ui/skeleton.tsx'
import { countOf } from '#lib/format.ts'
import { chartHistory, discard, type ChartBuilder } from './chart-builder.ts'

interface BuilderHeaderProps {
  builder: ChartBuilder
  /** Null while it is loading. */
  groupName: string | null
  groupPath: string
  /** The chart's address for members; null while it is not stored. */
  chartPath: string | null
  onSave: () => unknown
  onDuplicate: () => void
  onRetire: () => unknown
}

/** The chart's name, its unsaved changes, and the actions on it. */
export function BuilderHeader({
  builder,
  groupName,
  groupPath,
  chartPath,
  onSave,
  onDuplicate,
  onRetire
}: BuilderHeaderProps) {
  const { chart, base, draft, isSaving, message } = builder
  const changes = changedFields(base, draft).length
  return (
    <header className="lg:sticky lg:top-0 media-short:static z-10 bg-surface border-0 border-b border-solid border-line">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-6 max-sm:px-4 py-2">
        <nav aria-label="Group of the chart" aria-busy={groupName === null} className="text-small">
          {groupName === null ? (
            <span className="inline-block align-middle">
              <HeadingSkeleton className="h-4 w-28" />
            </span>
          ) : (
            <Link href={groupPath} className="text-ink-2">
              {groupName}
            </Link>
          )}{' '}
          <span aria-hidden="true" className="text-ink-3">
            /
          </span>
        </nav>
        <h1 className="text-section-strong! min-w-0 break-words">
          {draft.chart_name.trim() || (chart ? chart.chart_name : 'New chart')}
        </h1>
        <span role="status" className="inline-flex gap-2">
          {changes > 0 && <Pill tone="warn">{countOf(changes, 'change')} not saved</Pill>}
          {chart?.is_active === false && <Pill tone="neutral">Retired</Pill>}
        </span>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <UndoButtons history={chartHistory} />
          {changes > 0 && (
            <Button kind="quiet" disabled={isSaving} onClick={discard}>
              Discard
            </Button>
          )}
          {chartPath !== null && (
            <Link href={chartPath} className={buttonClass({ kind: 'quiet' })}>
              <Icon of={Eye} />
              Open the chart
            </Link>
          )}
          {chart && (
            <>
              <Button icon={ArchiveIcon} onClick={onRetire}>
                {chart.is_active ? 'Retire' : 'Restore'}
              </Button>
              <Button icon={CopyIcon} onClick={onDuplicate}>
                Duplicate
              </Button>
            </>
          )}
          <Button kind="main" disabled={changes === 0 || builder.theirs !== null} onClick={onSave}>
            {chart ? 'Save changes' : 'Save the chart'}
          </Button>
        </div>
      </div>
      <ErrorText className="px-6 pb-2">{message}</ErrorText>
    </header>
  )
}
