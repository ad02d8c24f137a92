import { sectionLinkId, type HubSectionRow } from '#browser/features/data-collection/hub/section-rows.ts'
import { openModal } from '#browser/stores/modals.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { BadgeCheck } from '#browser/ui/icons/chart-icon-paths.ts'
import { drawingDone } from '#lib/after-drawing.ts'
import { formatDay } from '#lib/format.ts'
import { maySignOff } from './may-sign-off.ts'
import { openSignOff } from './open-sign-off.ts'
import { ReopenDialog } from './reopen-dialog.tsx'
import { isSigningOpen, lastSignature, signingState, type SignOffTarget } from './sign-off.ts'

interface SigningProps {
  projectCode: string
  target: SignOffTarget
  questionnaireName: string
  submissionName: string
  rows: HubSectionRow[]
  /** Nothing can be signed off or reopened while the questionnaire is closed or locked. */
  isLocked: boolean
  onChanged: () => void
}

/** The questionnaire's sign-off state and what can be done about it. */
export function Signing({
  projectCode,
  target,
  questionnaireName,
  submissionName,
  rows,
  isLocked,
  onChanged
}: SigningProps) {
  const state = signingState(rows)
  if (state === 'in_work') return null
  const mayAct = maySignOff() && !isLocked
  const sign = () =>
    openSignOff(questionnaireName, { projectCode, target, submissionName, rows, onSigned: onChanged })
  const continueIn = async (sectionId: number | null) => {
    onChanged()
    if (sectionId === null) return
    // The dialog gives the focus back to a button that may be gone by then.
    await drawingDone()
    document.getElementById(sectionLinkId(sectionId))?.focus()
  }
  const reopenOne = () =>
    openModal({
      component: ReopenDialog,
      props: { title: `Reopen a section: ${questionnaireName}`, target, rows, onReopened: continueIn }
    })
  return (
    <div className="flex items-center gap-3 px-4 py-2.5 border-0 border-t border-solid border-line text-small">
      <p className="flex-1 flex items-center gap-1.5">
        {state === 'signed' && <Icon of={BadgeCheck} className="text-ok" />}
        {stateText(state, rows, maySignOff())}
      </p>
      {mayAct && state !== 'ready' && (
        <Button size="s" onClick={reopenOne}>
          Reopen a section
        </Button>
      )}
      {mayAct && state === 'ready' && isSigningOpen(rows) && (
        <Button size="s" kind="main" onClick={sign}>
          Sign off
        </Button>
      )}
    </div>
  )
}

function stateText(state: ReturnType<typeof signingState>, rows: HubSectionRow[], isSigner: boolean): string {
  if (state === 'ready') {
    return isSigner
      ? 'Every section is complete. You can sign off the questionnaire.'
      : 'Every section is complete. Your organisation’s lead can sign off.'
  }
  if (state === 'partly_reopened') return 'A section was reopened. Sign off the questionnaire again.'
  const signature = lastSignature(rows)
  return signature === null
    ? 'Signed off.'
    : `Signed off by ${signature.by ?? 'a former member'}, ${formatDay(signature.at)}.`
}
