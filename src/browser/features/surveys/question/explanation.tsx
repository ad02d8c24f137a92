import { useId, useState } from 'react'
import { useLeaveGuard } from '#browser/forms/form-element.tsx'
import { useKeptText } from '#browser/forms/kept-text.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import type { CaseReference } from '#browser/stores/survey.ts'
import { Button } from '#browser/ui/button.tsx'
import { ErrorText } from '#browser/ui/notice.tsx'
import { usePending } from '#browser/ui/pending.ts'
import type { Comment } from '#contract/comment.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { saveExplanation } from './save-explanation.ts'

interface ExplanationProps {
  reference: CaseReference
  engine: SectionEngine
  cell: CellModel
  comments: readonly Comment[]
}

/** Asks why a value is unusual. One explanation is enough. */
export function ValueExplanation({ reference, engine, cell, comments }: ExplanationProps) {
  const id = useId()
  // The field unmounts with the step of the survey.
  const [text, setText] = useKeptText(
    ['explanation', reference.submissionId, reference.caseCode, cell.key].join(' ')
  )
  const [fault, setFault] = useState('')
  const [isSaving, start] = usePending()
  useLeaveGuard(text.trim() !== '' && comments.length === 0)
  const given = comments.at(-1)
  if (given !== undefined)
    return <p className="mt-1.5 text-small text-ink-2">Explained: {given.comment_text}</p>
  const save = async () => {
    const result = await saveExplanation(reference, engine, cell, text.trim())
    if (result.ok) setText('')
    setFault(
      result.ok ? '' : failureText(result.error, 'What you typed stays here. Try again when you are online.')
    )
  }
  return (
    <div className="grid gap-1.5 mt-2.5">
      <label htmlFor={id} className="text-small">
        If it is right, explain why:
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={4000}
        value={text}
        readOnly={isSaving}
        onChange={event => setText(event.target.value)}
        className="input h-auto! py-2 resize-y"
      />
      <Button
        size="s"
        className="justify-self-start"
        disabled={text.trim() === ''}
        onClick={() => start(save)}
      >
        Save explanation
      </Button>
      <ErrorText>{fault}</ErrorText>
    </div>
  )
}
