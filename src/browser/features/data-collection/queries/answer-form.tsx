import { useState } from 'react'
import { sendQueryAnswer } from '#browser/stores/collection/queries.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import type { DataQuery } from '#contract/queries.ts'
import { isBlank } from '#domain/answers/cell-rules.ts'
import { shortAnswerText } from '#domain/queries/query-texts.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { QueryText, useQueryText } from './query-fields.tsx'

/** Explains why an answer is correct. Keeps the text until the server has stored it. */
export function AnswerForm({ queries }: { queries: readonly DataQuery[] }) {
  const [text, setText] = useQueryText(`answer ${queries.map(({ query_id }) => query_id).join(' ')}`)
  const [error, setError] = useState<string | null>(null)
  const send = async () => {
    if (text.trim() === '') return setError('Enter why it is correct.')
    const result = await sendQueryAnswer(queries, text.trim())
    const obstacle = result.ok
      ? (result.value[0]?.detail ?? null)
      : failureText(result.error, 'Your text is kept.')
    setError(obstacle)
    if (obstacle !== null) return
    setText('')
    showToast({ text: 'Answer sent to the programme.', status: 'success' })
  }
  return (
    <div className="mt-3">
      <QueryText label="Correct as it is, because" value={text} onChange={setText} error={error} />
      <Button kind="main" size="s" className="mt-1.5" onClick={send}>
        {answerLabel(queries)}
      </Button>
      {queries.length === 1 && (
        <p className="mt-2 text-ink-2">If it is not, type the right answer in the cell. That answers, too.</p>
      )}
    </div>
  )
}

/** 'Answer: 9 is correct' */
function answerLabel([query, ...others]: readonly DataQuery[]): string {
  if (query === undefined || others.length > 0) return `Answer ${others.length + 1}`
  const { received } = query
  const isShort = typeof received.value !== 'string'
  return isShort && !isBlank(received.value)
    ? `Answer: ${shortAnswerText(query)} is correct`
    : 'Answer: it is correct'
}
