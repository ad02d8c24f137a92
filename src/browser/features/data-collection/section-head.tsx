import { useStore } from '@nanostores/react'
import { useStatus } from '#browser/section/sync/use-status.ts'
import { $session } from '#browser/stores/session.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Keyboard } from '#browser/ui/icons/icon-paths.ts'
import { Late } from '#browser/ui/late.tsx'
import { Popover } from '#browser/ui/popover/popover.tsx'
import { LateRichText } from '#browser/ui/rich-text/late-rich-text.tsx'
import type { OpenSection } from './section-loading.ts'
import { sectionParts } from './section-parts-chunk.ts'

/** What the section is, whose, who is here, and what is particular about it. */
export function SectionHead({ open: { engine, questionnaire, $readers } }: { open: OpenSection }) {
  const { section } = engine.model
  const isLocked = useStatus(engine, () => engine.isLocked)
  const hasNotes =
    isLocked || Boolean(section.open_until ?? section.corrected_at ?? section.changed_after_sign_off_at)
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
      {/* The height of a note, so that the table stays where it is. */}
      <div className={hasNotes ? 'min-h-15.5' : ''}>
        <Late code={sectionParts}>
          {({ SectionNotes }) => <SectionNotes engine={engine} questionnaire={questionnaire} />}
        </Late>
      </div>
    </>
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
