import { useState } from 'react'
import { rememberOrigin, showFailureIn } from '#browser/stores/outcomes.ts'
import { Button } from '#browser/ui/button.tsx'
import { ErrorText } from '#browser/ui/notice.tsx'
import type { CaseCode } from '#contract/case-codes.ts'
import { countOf } from '#lib/format.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { revokeCode, type CaseCodeScope } from './case-codes.ts'

interface RevokeCodeProps {
  scope: CaseCodeScope
  code: CaseCode
  /** The number of answers the code has; null while it is unused. */
  answerCount: number | null
  onDone: () => void
}

/** Asks before a code is deleted or withdrawn, and says what happens to its answers. */
export function RevokeCode({ scope, code, answerCount, onDone }: RevokeCodeProps) {
  const [count, setCount] = useState(answerCount)
  const [fault, setFault] = useState('')
  const isUsed = count !== null
  const confirm = async () => {
    const origin = rememberOrigin()
    const result = await revokeCode(scope, code, isUsed)
    if (!result.ok) return showFailureIn(origin, setFault, failureText(result.error))
    // It was used in the meantime, so ask the other question.
    if (result.value.status === 'confirmation_needed') return setCount(result.value.answer_count)
    onDone()
  }
  return (
    <div
      role="group"
      aria-label={`${isUsed ? 'Revoke' : 'Delete'} ${code.case_code}`}
      className="flex items-center gap-2"
    >
      <p role="status" className="flex-1 min-w-0 text-small">
        {isUsed
          ? `${code.case_code} holds ${countOf(count, 'answer')}. If you revoke it, it will no longer open the survey. Its answers are kept, and you can restore it.`
          : `No one has used ${code.case_code}. You cannot restore a deleted code.`}
      </p>
      <Button kind="danger" size="s" autoFocus onClick={confirm}>
        {isUsed ? 'Revoke code' : 'Delete code'}
      </Button>
      <Button kind="quiet" size="s" onClick={onDone}>
        Cancel
      </Button>
      <ErrorText>{fault}</ErrorText>
    </div>
  )
}
