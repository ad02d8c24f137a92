import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { HubSectionRow } from '#browser/features/data-collection/hub/section-rows.ts'
import { closeModal } from '#browser/stores/modals.ts'
import { rememberOrigin, showFailureIn } from '#browser/stores/outcomes.ts'
import { $session } from '#browser/stores/session.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { TriangleAlert } from '#browser/ui/icons/icon-paths.ts'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { ErrorText } from '#browser/ui/notice.tsx'
import { roleName } from '#domain/people/roles.ts'
import { formatDay } from '#lib/format.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { paths } from '#programme/paths.ts'
import {
  $remarks,
  loadRemarks,
  remarksSummary,
  signOffQuestionnaire,
  type Remark,
  type SignOffTarget
} from './sign-off.ts'

export interface SignOffDialogProps {
  projectCode: string
  target: SignOffTarget
  submissionName: string
  rows: HubSectionRow[]
  onSigned: () => void
}

/** The signer, their role, what they sign, what is still flagged, and the button that signs. */
export function SignOffDialog({ projectCode, target, submissionName, rows, onSigned }: SignOffDialogProps) {
  const remarks = useStore($remarks)
  const [error, setError] = useState<string | null>(null)
  const { questionnaireId, submissionId } = target
  useEffect(
    () => void loadRemarks({ questionnaireId, submissionId }, rows),
    [questionnaireId, submissionId, rows]
  )
  const sign = async () => {
    const origin = rememberOrigin()
    const result = await signOffQuestionnaire(target, rows[0]?.section.section_id ?? 0)
    if (!result.ok)
      return showFailureIn(
        origin,
        setError,
        failureText(result.error, 'Nothing is signed off yet. Try again when you are online.')
      )
    origin.closeModal()
    showToast({ text: `${submissionName} is signed off.`, status: 'success' })
    onSigned()
  }
  return (
    <div className="grid gap-4">
      <Signer submissionName={submissionName} count={rows.length} />
      {remarks.state !== 'ready' && (
        <NotReady
          of={remarks}
          what="The flagged answers"
          lines={3}
          onRetry={() => loadRemarks(target, rows)}
        />
      )}
      {remarks.state === 'ready' && (
        <SignOffRemarks remarks={remarks.value} projectCode={projectCode} target={target} />
      )}
      <p className="text-small text-ink-2">
        Signing off locks all sections, so no one can change an answer. You can still write comments. A lead
        or a programme admin can reopen a section while data collection is open. You then need to sign off the
        questionnaire again.
      </p>
      <ErrorText>{error}</ErrorText>
      <div className="flex gap-2 justify-end">
        <Button onClick={closeModal}>Cancel</Button>
        <Button kind="main" disabled={remarks.state !== 'ready'} onClick={sign}>
          Sign off
        </Button>
      </div>
    </div>
  )
}

function Signer({ submissionName, count }: { submissionName: string; count: number }) {
  const { user } = useStore($session)
  const details = user?.details
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
      <dt className="text-ink-2">Signed by</dt>
      <dd className="font-medium">
        {details ? `${details.first_name} ${details.last_name}` : 'your account'}
      </dd>
      <dt className="text-ink-2">In the role of</dt>
      <dd>
        {details?.role_type_name ?? roleName(user?.role_type_id ?? 0)}
        {details?.organisation_name && `, ${details.organisation_name}`}
      </dd>
      <dt className="text-ink-2">For</dt>
      <dd>
        {submissionName}, {count === 1 ? '1 section' : `all ${count} sections`}
      </dd>
    </dl>
  )
}

function SignOffRemarks({
  remarks,
  projectCode,
  target
}: {
  remarks: Remark[]
  projectCode: string
  target: SignOffTarget
}) {
  return (
    <section aria-label="Flagged answers and open comments">
      <p className="text-small font-medium">{remarksSummary(remarks)}</p>
      {remarks.length > 0 && (
        <ul className="mt-2 grid gap-2 max-h-72 overflow-auto text-small">
          {remarks.map(remark => (
            <li
              key={`${remark.sectionId}/${remark.key}`}
              className="rounded-lg border border-solid border-line px-3 py-2"
            >
              <Link
                href={paths.section(
                  projectCode,
                  target.questionnaireId,
                  target.submissionId,
                  remark.sectionId,
                  { go: remark.key }
                )}
                className="font-medium"
                onClick={closeModal}
              >
                {remark.sectionName}: {remark.cellName}
              </Link>
              {remark.warning !== null && (
                <p className="flex gap-1.5 items-start text-warn">
                  <Icon of={TriangleAlert} size={12} className="mt-[3px] shrink-0" />
                  {remark.warning}
                </p>
              )}
              {remark.comments.map(comment => (
                <p key={comment.comment_id} className="break-words">
                  “{comment.comment_text}”{' '}
                  <span className="text-ink-2">
                    {comment.created_by}, {formatDay(comment.created_at)}
                    {comment.is_resolved && ', resolved'}
                  </span>
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
