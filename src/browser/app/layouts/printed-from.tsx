import { useStore } from '@nanostores/react'
import { useLocationProperty } from 'wouter/use-browser-location'
import { exportRecipient } from '#browser/stores/export-recipient.ts'
import { $project } from '#browser/stores/projects.ts'
import { $currentSubmission } from '#browser/stores/selection.ts'
import { $session } from '#browser/stores/session.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import { usePrintTime } from '#browser/ui/print/use-print-time.ts'
import { formatMoment } from '#lib/format.ts'

/**
 * On paper only: which programme, project, period and submission the page is from, for whom it was printed and when. The
 * explorer's pages say more of themselves, so this one is left out there (src/browser/app/styles/global.css).
 */
export function PrintedFrom({ projectCode }: { projectCode: string | null }) {
  const project = useStore($project)
  const period = useStore($selectedTimePeriod)
  const submission = useStore($currentSubmission)
  const { user } = useStore($session)
  const now = usePrintTime()
  // A filter changes the query without rendering the layout.
  const address = useLocationProperty(() => location.href)
  const places = [
    runtimeConfig().programmeName,
    ...(projectCode !== null && project ? [project.project_name] : []),
    ...(period ? [period.name] : []),
    ...(submission ? [submission.name] : [])
  ]
  return (
    <footer className="printed-from hidden print:block px-6 pt-2 text-tiny text-ink-2">
      <p>
        {places.join(', ')}. Printed {formatMoment(now.toISOString())}
        {user?.details && ` for ${exportRecipient()}`}.
      </p>
      <p className="break-all">{address}</p>
    </footer>
  )
}
