import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { closeModal } from '#browser/stores/modals.ts'
import { Button } from '#browser/ui/button.tsx'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { Pill } from '#browser/ui/pill.tsx'
import type { RegistrationSubmission } from '#contract/registration-submissions.ts'
import { formatDay } from '#lib/format.ts'
import { $asked, loadAsked, type AskedQuestionnaire } from './asked-questionnaires.ts'

interface AskedDialogProps {
  submission: RegistrationSubmission
}

/** The questionnaires of the submission's scope with their sections, and how far each is. */
export function AskedQuestionnairesDialog({ submission }: AskedDialogProps) {
  const asked = useStore($asked)
  const load = () => void loadAsked(submission)
  useEffect(load, [submission])
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">Scope: {submission.scope_name}.</p>
      {asked.state !== 'ready' && <NotReady of={asked} what="The questionnaires" lines={5} onRetry={load} />}
      {asked.state === 'ready' && asked.value.length === 0 && (
        <EmptyNotice title="Nothing is asked yet" text="No questionnaire applies to this scope." />
      )}
      {asked.state === 'ready' &&
        asked.value.map(questionnaire => (
          <AskedQuestions key={questionnaire.questionnaire_id} questionnaire={questionnaire} />
        ))}
      <div className="flex justify-end">
        <Button onClick={closeModal}>Close</Button>
      </div>
    </div>
  )
}

function AskedQuestions({ questionnaire }: { questionnaire: AskedQuestionnaire }) {
  const { questionnaire_name: name, sections, completion } = questionnaire
  return (
    <section>
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 flex-1">{name}</h3>
        {completion !== null && (
          <Pill tone={completionTones[completion.status]}>{progressText(completion)}</Pill>
        )}
      </div>
      <ul className="mt-1 text-small text-ink-2">
        {sections.map(({ section_id, section_name }) => (
          <li key={section_id}>{section_name}</li>
        ))}
      </ul>
    </section>
  )
}

type AskedCompletion = NonNullable<AskedQuestionnaire['completion']>

const completionTones: Record<AskedCompletion['status'], 'neutral' | 'info' | 'ok'> = {
  not_started: 'neutral',
  in_progress: 'info',
  complete: 'ok',
  signed_off: 'ok'
}

/** '64% entered', 'signed off 12 Nov by Amara Okafor'. */
function progressText({ status, completion_percent, signed_off_at, signed_off_by }: AskedCompletion): string {
  if (status === 'not_started') return 'not started'
  if (status === 'in_progress') return `${completion_percent}% entered`
  if (status === 'complete' || signed_off_at === null) return 'complete'
  return `signed off ${formatDay(signed_off_at)}${signed_off_by === null ? '' : ` by ${signed_off_by}`}`
}
