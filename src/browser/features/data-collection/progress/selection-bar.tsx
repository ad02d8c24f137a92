import { saveCsv } from '#browser/api/download.ts'
import { useOffered } from '#browser/api/offered.ts'
import { CorrectionDialog } from '#browser/features/data-collection/acceptance/correction-dialog.tsx'
import type { CollectionProgress } from '#browser/stores/collection/collection-progress.ts'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { openModal } from '#browser/stores/modals.ts'
import { withCode } from '#browser/stores/outcomes.ts'
import { Button } from '#browser/ui/button.tsx'
import { DownloadIcon } from '#browser/ui/icons/icon-paths.ts'
import { Mail } from '#browser/ui/icons/rare-icon-paths.ts'
import { openCorrectionWindows } from '#contract/correction-windows.ts'
import { previewReminders } from '#contract/reminders.ts'
import type { ProgressRowView } from '#domain/questionnaires/progress-rows.ts'
import { chunk } from '#lib/chunk.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { ReminderDialog } from './reminder-dialog.tsx'

const progressCsvCode = chunk(() => import('./progress-csv.ts'))

interface ProgressSelectionBarProps {
  period: ProjectPeriod
  progress: CollectionProgress
  /** The rows of the table, in their order. */
  shown: readonly ProgressRowView[]
  selected: readonly ProgressRowView[]
  onClear: () => void
  isAdmin: boolean
  /** Whether data collection is open. */
  mayRemind: boolean
  /** Whether data collection has closed, so that it can be opened again. */
  mayOpen: boolean
}

/** What is done with the selected rows, or with all that are shown. */
export function ProgressSelectionBar(props: ProgressSelectionBarProps) {
  const { period, progress, shown, selected, onClear, isAdmin } = props
  const mayOpen = useOffered(openCorrectionWindows) && props.mayOpen
  const mayRemind = useOffered(previewReminders) && props.mayRemind
  const isAny = selected.length > 0
  const chosen = new Set(selected.map(({ id }) => id))
  const exported = isAny ? shown.filter(({ id }) => chosen.has(id)) : shown
  return (
    <div
      className={`flex min-h-11 flex-wrap items-center gap-2 border-0 border-b border-solid border-line px-3 py-1.5 ${isAny ? 'bg-brand-tint' : ''}`}
    >
      {isAdmin && (
        <span role="status" className="font-medium text-small">
          {isAny ? `${formatCount(selected.length)} selected` : 'None selected'}
        </span>
      )}
      {mayRemind && isAny && (
        <Button
          kind="main"
          size="s"
          icon={Mail}
          onClick={() =>
            openModal({
              component: ReminderDialog,
              size: 'large',
              props: {
                title: `Reminder to ${countOf(selected.length, 'organisation')}`,
                period,
                organisationIds: selected.map(({ row }) => row.organisation_id),
                onSent: onClear
              }
            })
          }
        >
          Send reminder to {formatCount(selected.length)}…
        </Button>
      )}
      {mayOpen && isAny && (
        <Button
          size="s"
          onClick={() =>
            openModal({
              component: CorrectionDialog,
              size: 'standard',
              props: {
                title: `Open for corrections: ${countOf(selected.length, 'organisation')}`,
                period,
                sections: progress.section_list,
                organisationIds: selected.map(({ row }) => row.organisation_id),
                onOpened: onClear
              }
            })
          }
        >
          Open for corrections…
        </Button>
      )}
      <Button size="s" icon={DownloadIcon} onClick={() => exportProgress(exported, progress)}>
        Export {isAny ? formatCount(exported.length) : ''}
      </Button>
      {isAny && (
        <Button kind="quiet" size="s" onClick={onClear}>
          Clear selection
        </Button>
      )}
    </div>
  )
}

const exportProgress = (rows: readonly ProgressRowView[], progress: CollectionProgress): Promise<void> =>
  withCode(progressCsvCode, ({ progressCsv }) =>
    saveCsv(progressCsv(rows, progress), 'Progress of data collection.csv')
  )
