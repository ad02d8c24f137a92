import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { lockText } from '#browser/section/state/locks.ts'
import { useStatus } from '#browser/section/sync/use-status.ts'
import { $session } from '#browser/stores/session.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Keyboard, Info, Lock, TriangleAlert, type IconPath } from '#browser/ui/icons/icon-paths.ts'
import { Late } from '#browser/ui/late.tsx'
import { Popover } from '#browser/ui/popover/popover.tsx'
import { LateRichText } from '#browser/ui/rich-text/late-rich-text.tsx'
import { sectionCorrectionText } from '#domain/questionnaires/correction-text.ts'
import { formatDay, formatMoment, formatTime } from '#lib/format.ts'
import type { OpenSection } from './section-loading.ts'
import { sectionParts } from './section-parts-chunk.ts'

/** What the section is, whose, who is here, and why it is locked. */
export function SectionHead({ open: { engine, questionnaire, $readers } }: { open: OpenSection }) {
  const { section } = engine.model
  const correction = sectionCorrectionText(section)
  const refusal = useStatus(engine, () => engine.refusal)
  const emptyReason = useStatus(engine, status => status.emptyReason)
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1 mb-3.5">
        <div className="flex-1 min-w-0 max-sm:basis-full">
          <h1>{section.section_name}</h1>
          <SubmissionOwner submission={questionnaire.submission} />
          {section.guidance_html !== '' && (
            <LateRichText
              html={section.guidance_html}
              className="text-small text-ink-2 mt-0.5 max-w-[66ch]"
            />
          )}
        </div>
        <Late code={sectionParts}>{({ SectionReaders }) => <SectionReaders $readers={$readers} />}</Late>
        <KeyboardHelp />
      </div>
      {emptyReason !== null && (
        <Late code={sectionParts}>
          {({ emptyReasonWords }) => (
            <SectionNote icon={Info}>Nothing to report: “{emptyReasonWords[emptyReason].label}”.</SectionNote>
          )}
        </Late>
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

/** The keyboard shortcuts of the grids, behind a button. */
function KeyboardHelp() {
  return (
    <Popover
      trigger={
        <>
          <Icon of={Keyboard} />
          Keyboard shortcuts
        </>
      }
      triggerClass={buttonClass({ kind: 'quiet', size: 's' })}
      placement="bottom-end"
      panelClass="p-4"
    >
      {() => <Late code={sectionParts}>{({ KeyboardList }) => <KeyboardList />}</Late>}
    </Popover>
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

/** Admins act for any organisation, so its name stands above everything they can do on the page. */
function SubmissionOwner({ submission }: { submission: { name: string; organisation_name: string } | null }) {
  const { user } = useStore($session)
  if (!user?.isAdmin || submission === null) return null
  return (
    <p className="mt-0.5 text-small">
      <span className="text-ink-2">Entering for </span>
      <span className="font-semibold">{submission.organisation_name}</span>
      <span className="text-ink-2">, {submission.name}</span>
    </p>
  )
}
