import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { PlainHead } from '#browser/ui/sort-head.tsx'
import { formatMoment } from '#lib/format.ts'
import { $sentReminders, loadSentReminders } from './reminders.ts'

/** The reminders of a project and period, newest first. */
export function RemindedDialog({ period }: { period: ProjectPeriod }) {
  const sent = useStore($sentReminders)
  const load = () => void loadSentReminders(period)
  useEffect(load, [period])
  if (sent.state !== 'ready') return <NotReady of={sent} what="The reminders" lines={5} onRetry={load} />
  if (sent.value.length === 0) return <EmptyNotice title="No reminders in this period" />
  return (
    <div className="table-scroll">
      <table className="w-full text-small">
        <caption className="sr-only">Reminders, newest first</caption>
        <PlainHead names={['Organisation', 'Recipient', 'Sent', 'By']} />
        <tbody>
          {sent.value.map(one => (
            <tr key={one.reminder_id}>
              <td className="table-cell">{one.organisation_name}</td>
              <td className="table-cell">{one.recipient_name}</td>
              <td className="table-cell whitespace-nowrap">{formatMoment(one.sent_at)}</td>
              <td className="table-cell">{one.sent_by}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
