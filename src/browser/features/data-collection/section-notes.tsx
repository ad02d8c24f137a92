import type { ReactNode } from 'react'
import { lockText } from '#browser/section/state/locks.ts'
import { useStatus } from '#browser/section/sync/use-status.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { Info, Lock, TriangleAlert, type IconPath } from '#browser/ui/icons/icon-paths.ts'
import { sectionCorrectionText } from '#domain/questionnaires/correction-text.ts'
import { formatDay, formatMoment, formatTime } from '#lib/format.ts'
import type { OpenSection } from './section-loading.ts'
import { emptyReasonWords } from './signing/nothing-to-report.tsx'

/** Why the section is locked, what was declared, what is open for corrections, and what was corrected or changed since the section was done. */
export function SectionNotes({ engine, questionnaire }: Pick<OpenSection, 'engine' | 'questionnaire'>) {
  const { section } = engine.model
  const correction = sectionCorrectionText(section)
  const refusal = useStatus(engine, () => engine.refusal)
  const emptyReason = useStatus(engine, status => status.emptyReason)
  return (
    <>
      {emptyReason !== null && (
        <SectionNote icon={Info}>Nothing to report: “{emptyReasonWords[emptyReason].label}”.</SectionNote>
      )}
      {refusal !== null && (
        <SectionNote icon={Lock}>
          {lockText(refusal, {
            opensAt: questionnaire.opens_at,
            closesAt: section.closes_at ?? questionnaire.closes_at
          })}
        </SectionNote>
      )}
      {refusal === null && correction !== null && (
        <SectionNote icon={Info}>
          {correction} Complete and signed-off sections keep their status.
        </SectionNote>
      )}
      {typeof section.corrected_at === 'string' && (
        <SectionNote icon={Info}>
          Corrected since it was {section.status === 'signed_off' ? 'signed off' : 'marked complete'}, last on{' '}
          {formatMoment(section.corrected_at)}.
        </SectionNote>
      )}
      <ChangedAfterSignOff at={section.changed_after_sign_off_at ?? null} />
    </>
  )
}

function ChangedAfterSignOff({ at }: { at: string | null }) {
  if (at === null) return null
  return (
    <p
      role="note"
      className="flex items-center gap-2 mb-4 rounded-lg px-4 py-3 text-small bg-warn-tint border border-solid border-warn"
    >
      <Icon of={TriangleAlert} />
      The programme changed answers here after sign-off, last on {formatDay(at)} at {formatTime(at)}. They are
      marked until the lead signs off again.
    </p>
  )
}

function SectionNote({ icon, children }: { icon: IconPath; children: ReactNode }) {
  return (
    <p
      role="note"
      className="flex items-center gap-2 mb-4 rounded-lg px-4 py-3 text-small bg-sunken border border-solid border-line"
    >
      <Icon of={icon} />
      <span>{children}</span>
    </p>
  )
}
