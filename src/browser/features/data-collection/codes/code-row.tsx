import { memo, useState } from 'react'
import { rememberOrigin, showFailureIn } from '#browser/stores/outcomes.ts'
import { Button } from '#browser/ui/button.tsx'
import { Pill } from '#browser/ui/pill.tsx'
import { Ring } from '#browser/ui/progress.tsx'
import type { CaseCode } from '#contract/case-codes.ts'
import { formatDay, formatTime } from '#lib/format.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { restoreCaseCode, revokeCode, type CaseCodeScope } from './case-codes.ts'
import { ReviewerForm } from './reviewer-form.tsx'
import { RevokeCode } from './revoke-code.tsx'
import { codeStatusLabels } from './status-labels.ts'

interface CodeRowProps {
  scope: CaseCodeScope
  code: CaseCode
  linkOf: (code: string) => string
  /** No code can be changed once the survey is closed. */
  mayRestore: boolean
  mayWithdraw: boolean
}

type OpenForm = { is: 'nothing' } | { is: 'reviewer' } | { is: 'revoke'; answerCount: number | null }

/** One code and its actions. Forms open in a second row below it. */
export const CodeRow = memo(function CodeRow({ scope, code, linkOf, mayRestore, mayWithdraw }: CodeRowProps) {
  const [openForm, setOpenForm] = useState<OpenForm>({ is: 'nothing' })
  const close = () => setOpenForm({ is: 'nothing' })
  const { word, tone } = codeStatusLabels[code.status]
  return (
    <>
      <tr className="hover:bg-surface-hover">
        <th scope="row" className="table-cell font-medium tabular-nums whitespace-nowrap">
          {code.case_code}
        </th>
        <td className="table-cell">
          <Pill tone={tone}>{word}</Pill>
        </td>
        <td className="table-cell num whitespace-nowrap">
          <span className="inline-flex items-center gap-2">
            <Ring percent={code.completion_percent} isComplete={code.status === 'completed'} />
            {code.completion_percent}%
          </span>
        </td>
        <td className="table-cell text-small text-ink-2 whitespace-nowrap">
          {code.last_activity_at === null
            ? 'never'
            : `${formatDay(code.last_activity_at)}, ${formatTime(code.last_activity_at)}`}
        </td>
        <td className="table-cell text-small">
          {code.reviewer_name ?? <span className="text-ink-3">Not assigned</span>}
          {code.reviewer_email_address !== null && (
            <span className="block text-tiny text-ink-3">{code.reviewer_email_address}</span>
          )}
        </td>
        <td className="table-cell py-1! text-right whitespace-nowrap">
          <CopyCodeLink code={code.case_code} link={linkOf(code.case_code)} />
          <Button
            size="s"
            kind="quiet"
            aria-label={`Reviewer: ${code.case_code}`}
            onClick={() => setOpenForm({ is: 'reviewer' })}
          >
            Reviewer
          </Button>
          {(code.status === 'withdrawn' ? mayRestore : mayWithdraw) && (
            <StatusButton
              scope={scope}
              code={code}
              onAsked={answerCount => setOpenForm({ is: 'revoke', answerCount })}
            />
          )}
        </td>
      </tr>
      {openForm.is !== 'nothing' && (
        <tr>
          <td colSpan={6} className="table-cell bg-sunken">
            {openForm.is === 'reviewer' ? (
              <ReviewerForm scope={scope} code={code} onDone={close} />
            ) : (
              <RevokeCode scope={scope} code={code} answerCount={openForm.answerCount} onDone={close} />
            )}
          </td>
        </tr>
      )}
    </>
  )
})

function CopyCodeLink({ code, link }: { code: string; link: string }) {
  const [word, setWord] = useState('Copy link')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setWord('Copied')
    } catch {
      // If the browser refuses the clipboard, show the link so that it can be copied by hand.
      setWord(link)
    }
  }
  return (
    <Button size="s" kind="quiet" aria-label={`${word}: ${code}`} className="select-text!" onClick={copy}>
      {word}
    </Button>
  )
}

interface StatusButtonProps {
  scope: CaseCodeScope
  code: CaseCode
  onAsked: (answerCount: number | null) => void
}

/** Deletes an unused code, revokes a used one, restores a revoked one. */
function StatusButton({ scope, code, onAsked }: StatusButtonProps) {
  const [fault, setFault] = useState('')
  const verb = code.status === 'unused' ? 'Delete' : code.status === 'withdrawn' ? 'Restore' : 'Revoke'
  const act = async () => {
    if (code.status === 'unused') return onAsked(null)
    const origin = rememberOrigin()
    const result = code.status === 'withdrawn' ? await restoreCaseCode(scope, code) : await askFirst()
    if (result.ok) setFault('')
    else showFailureIn(origin, setFault, failureText(result.error))
  }
  const askFirst = async () => {
    const result = await revokeCode(scope, code, false)
    if (result.ok && result.value.status === 'confirmation_needed') onAsked(result.value.answer_count)
    return result
  }
  return (
    <>
      <Button
        size="s"
        kind={code.status === 'withdrawn' ? 'quiet' : 'danger'}
        aria-label={`${verb}: ${code.case_code}`}
        onClick={act}
      >
        {verb}
      </Button>
      <span role="alert" className="block text-small text-bad empty:hidden">
        {fault}
      </span>
    </>
  )
}
