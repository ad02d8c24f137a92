import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { closeModal } from '#browser/stores/modals.ts'
import { rememberOrigin } from '#browser/stores/outcomes.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { Pick } from '#browser/ui/pick.tsx'
import type { ReminderRecipient } from '#contract/reminders.ts'
import type { ReminderObstacle } from '#domain/people/reminder-limit.ts'
import { countOf, formatCount, formatDay } from '#lib/format.ts'
import { failureText } from '#lib/text/offline-text.ts'
import {
  $reminderPreview,
  loadReminderPreview,
  sendShownReminders,
  type ReminderPreview
} from './reminders.ts'

interface ReminderDialogProps {
  period: ProjectPeriod
  organisationIds: readonly number[]
  onSent: () => void
}

/** Who would get which email. Nothing is sent before it was shown here. */
export function ReminderDialog({ period, organisationIds, onSent }: ReminderDialogProps) {
  const preview = useStore($reminderPreview)
  const [isRequested, setRequested] = useState(false)
  const load = () => void loadReminderPreview(period, organisationIds, isRequested)
  useEffect(load, [period, organisationIds, isRequested])
  if (preview.state !== 'ready') return <NotReady of={preview} what="The preview" lines={8} onRetry={load} />
  const reached = preview.value.recipients.filter(({ obstacle }) => obstacle === null)
  const send = async () => {
    const origin = rememberOrigin()
    const result = await sendShownReminders(period, reached, isRequested)
    if (!result.ok) return showToast({ text: failureText(result.error), status: 'error' })
    origin.closeModal()
    onSent()
    showToast({
      text: `${countOf(result.value, 'reminder is', 'reminders are')} on the way.`,
      status: 'success'
    })
  }
  return (
    <div className="grid gap-4">
      {reached.length === 0 ? (
        <EmptyNotice title="No one would get an email now" className="py-4!" />
      ) : (
        <ReminderMail recipients={reached} />
      )}
      <LeftOut preview={preview.value} />
      <label className="flex items-center gap-2.5 text-small">
        <Checkbox checked={isRequested} onChange={setRequested} />
        Also remind people who had a reminder in the last three days
      </label>
      <p className="text-small text-ink-2">No one gets more than one reminder a day.</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={closeModal}>Cancel</Button>
        <Button kind="main" disabled={reached.length === 0} busy={preview.stale === true} onClick={send}>
          Send {countOf(reached.length, 'email')}
        </Button>
      </div>
    </div>
  )
}

/** The email of one recipient, as it will be sent. */
function ReminderMail({ recipients }: { recipients: readonly ReminderRecipient[] }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = recipients.find(({ user_id }) => user_id === chosen) ?? recipients[0]!
  return (
    <section aria-label="Email" className="card">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-0 border-b border-solid border-line px-4 py-2.5 text-small">
        <Pick
          label="To"
          options={recipients.map(one => ({
            id: one.user_id,
            name: `${one.recipient_name}, ${one.organisation_name}`
          }))}
          selected={shown.user_id}
          onSelect={setChosen}
        />
        <span className="text-ink-2">{formatCount(recipients.length)} in all, each with their own list</span>
      </div>
      <p className="px-4 pt-3 font-medium">{shown.subject}</p>
      <p className="whitespace-pre-line break-words px-4 pt-2 pb-4 text-small">{shown.text}</p>
    </section>
  )
}

const obstacleWords: Record<ReminderObstacle, string> = {
  today: 'reminded today',
  recent: 'reminded in the last three days'
}
const unreachableWords = {
  takes_no_part: 'not registered, or retired',
  nothing_to_do: 'nothing to do now',
  no_recipient: 'no lead or contributor who can do it'
}

/** Who gets none, and why. */
function LeftOut({ preview: { recipients, unreachable } }: { preview: ReminderPreview }) {
  const waiting = recipients.flatMap(one =>
    one.obstacle === null
      ? []
      : [
          {
            key: `person ${one.user_id}`,
            name: `${one.recipient_name}, ${one.organisation_name}`,
            reason: `${obstacleWords[one.obstacle]}${one.reminded_at === null ? '' : ` (${formatDay(one.reminded_at)})`}`
          }
        ]
  )
  const others = unreachable.map(one => ({
    key: `organisation ${one.organisation_id}`,
    name: one.organisation_name,
    reason: unreachableWords[one.unreachable_reason]
  }))
  const all = [...waiting, ...others]
  if (all.length === 0) return null
  return (
    <details className="text-small">
      <summary className="cursor-pointer font-medium">{formatCount(all.length)} left out</summary>
      <ul className="mt-2 grid gap-1">
        {all.map(({ key, name, reason }) => (
          <li key={key}>
            {name}: <span className="text-ink-2">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
