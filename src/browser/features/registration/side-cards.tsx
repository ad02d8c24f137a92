import { useState } from 'react'
import { DialogForm } from '#browser/forms/dialog-form.tsx'
import { createForm } from '#browser/forms/form-store.ts'
import { required } from '#browser/forms/rules.ts'
import { TextArea } from '#browser/forms/text-area.tsx'
import { length } from '#browser/forms/value-rules.ts'
import { openModal } from '#browser/stores/modals.ts'
import { Button } from '#browser/ui/button.tsx'
import { Card } from '#browser/ui/card.tsx'
import type { ProjectSummary, Visibility } from '#contract/projects.ts'
import { isRegistrationOpen } from '#domain/projects/registration-window.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { windowDay, windowTime, type WindowEnd } from '#domain/projects/window-days.ts'
import { formatLongDay } from '#lib/text/long-day.ts'
import { formatDistance } from '#lib/time/format-distance.ts'
import { withdraw } from './actions.ts'
import { missingText, type RegistrationProgress } from './progress.ts'

interface DeadlineProps {
  project: ProjectSummary
  progress: RegistrationProgress
  mayWithdraw: boolean
  organisationName: string
}

/** The deadline, what remains until then, and withdrawing. */
export function DeadlineCard({ project, progress, mayWithdraw, organisationName }: DeadlineProps) {
  const { registration_opens_at: opensAt, registration_closes_at: closesAt } = project
  const isOpen = isRegistrationOpen(project)
  const isAhead = project.project_status === 'upcoming' && opensAt !== null
  const date = isAhead ? opensAt : closesAt
  const end: WindowEnd = isAhead ? 'opens' : 'closes'
  return (
    <section aria-label="Deadline" className="card p-4">
      <p className="text-small text-ink-2">
        {isAhead ? 'Registration opens' : isOpen ? 'Registration closes' : 'Registration closed'}
      </p>
      <p className="text-section font-semibold">
        {date === null
          ? 'No date is set'
          : [formatLongDay(windowDay(end, date)), windowTime(end, date)].filter(Boolean).join(', ')}
      </p>
      {isOpen && progress.next !== null && (
        <p className="mt-0.5 text-small text-warn">
          {closesAt === null ? 'To do' : `Closes ${formatDistance(windowDay('closes', closesAt))}`}:{' '}
          {missingText(progress)}
        </p>
      )}
      {mayWithdraw && (
        <p className="mt-2.5 border-0 border-t border-line border-solid pt-2.5">
          <Button
            kind="quiet"
            size="s"
            className="-ml-2 text-brand-text!"
            onClick={() =>
              openModal({
                component: WithdrawDialog,
                props: { title: 'Withdraw registration', organisationName },
                size: 'standard'
              })
            }
          >
            Withdraw registration…
          </Button>
        </p>
      )}
    </section>
  )
}

const othersSee: Record<Visibility, (name: string) => string> = {
  named: name => `That ${name} takes part, and the names of its ${withTerms('{submissions}')}. No contacts.`,
  anonymous: () => 'How many organisations take part. No names and no contacts.',
  aggregate: () => 'How many organisations take part. No names and no contacts.'
}

export function WhoSeesCard({ name, visibility }: { name: string; visibility: Visibility }) {
  const readers = [
    [`Everyone at ${name}`, 'All five steps. Only leads can edit.'],
    ['Programme admins', 'All five steps. They email your contacts.'],
    ['Other organisations', othersSee[visibility](name)]
  ]
  return (
    <Card title="Who sees this">
      <dl className="grid gap-2.5 p-4 text-small">
        {readers.map(([who, what]) => (
          <div key={who}>
            <dt className="font-medium">{who}</dt>
            <dd className="m-0 text-ink-2">{what}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Asks why, and says what follows. */
function WithdrawDialog({ organisationName }: { organisationName: string }) {
  const [form] = useState(() =>
    createForm({ reason: { label: 'Reason', rules: [required, length(1, 1000)] } })
  )
  return (
    <DialogForm form={form} verb="Withdraw registration" isDanger send={({ reason }) => withdraw(reason)}>
      <p className="text-ink-2">
        {organisationName} will not take part, and you cannot enter data. What you have filled in is kept, and
        you can register again while registration is open.
      </p>
      <TextArea form={form} name="reason" maxLength={1000} autoFocus hint="Programme admins can read it." />
    </DialogForm>
  )
}
