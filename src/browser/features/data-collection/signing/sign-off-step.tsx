import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { HubSectionRow } from '#browser/features/data-collection/hub/section-rows.ts'
import type { OpenSection } from '#browser/features/data-collection/section-loading.ts'
import { loadRows } from '#browser/features/data-collection/section.ts'
import { useStatus } from '#browser/section/sync/use-status.ts'
import { Button, buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Check, ChevronRight } from '#browser/ui/icons/icon-paths.ts'
import { lockOfSection } from '#domain/questionnaires/section-changes.ts'
import { paths } from '#programme/paths.ts'
import { reopenSection } from './complete.ts'
import { maySignOff } from './may-sign-off.ts'
import { openSignOff } from './open-sign-off.ts'
import { isSigningOpen, signingState } from './sign-off.ts'

interface SignOffStepProps {
  projectCode: string
  open: OpenSection
  rows: HubSectionRow[]
}

/** Signs off from whichever section was completed last; whoever may not, or not yet, goes on from the last section to what is missing. */
export function SignOffStep({ projectCode, open, rows }: SignOffStepProps) {
  const state = signingState(rows)
  const lock = lockOfSection(open.engine.model.section)
  if (state === 'signed' || (lock !== null && lock !== 'complete_only')) return null
  if (state === 'ready' && !isSigningOpen(rows)) return null
  if (state === 'ready' && maySignOff())
    return (
      <Button kind="main" size="s" onClick={() => askToSign(projectCode, open, rows)}>
        Sign off
      </Button>
    )
  if (rows.at(-1)?.section.section_id !== open.address.sectionId) return null
  return (
    <Link
      href={paths.dataCollection(projectCode, { view: 'entry' })}
      title="Next step: sign-off of all sections"
      className={`${buttonClass({ kind: 'quiet', size: 's' })} max-lg:border-line-strong!`}
    >
      Sign-off
      <Icon of={ChevronRight} />
    </Link>
  )
}

const askToSign = (
  projectCode: string,
  { engine, address, questionnaire }: OpenSection,
  rows: HubSectionRow[]
): Promise<void> =>
  openSignOff(questionnaire.questionnaire_name, {
    projectCode,
    target: address,
    submissionName: questionnaire.submission?.name ?? '',
    rows,
    onSigned: () => {
      void engine.refresh()
      void loadRows(address)
    }
  })

interface MarkedCompleteProps extends Pick<OpenSection, 'engine' | 'address'> {
  canReopen: boolean
  /** The step after completing. */
  next: ReactNode
}

/** A section that is done, and how to reopen it. */
export function MarkedComplete({ engine, address, canReopen, next }: MarkedCompleteProps) {
  const status = useStatus(engine, line => line.sectionStatus)
  const isEmpty = useStatus(engine, line => line.emptyReason !== null)
  return (
    <>
      <span className="max-lg:ml-auto flex items-center gap-1.5 text-small font-medium text-ok whitespace-nowrap">
        <Icon of={Check} />
        {status === 'signed_off' ? 'Signed off' : isEmpty ? 'Nothing to report' : 'Marked complete'}
      </span>
      {canReopen && (
        <Button size="s" onClick={() => reopenSection(engine, address)}>
          {isEmpty ? 'Undo' : 'Reopen'}
        </Button>
      )}
      {next}
    </>
  )
}
