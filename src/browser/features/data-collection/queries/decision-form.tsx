import { useState } from 'react'
import { sendDecision, type Decision } from '#browser/stores/collection/queries.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import type { DataQuery } from '#contract/queries.ts'
import { ROLE } from '#domain/people/roles.ts'
import { windowMoment } from '#domain/projects/window-days.ts'
import { isLaterDueDate, needsText, refusedActText } from '#domain/queries/query-state.ts'
import { countOf } from '#lib/format.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { timeZone } from '#lib/time/time-zone.ts'
import { QueryDay, QueryText } from './query-fields.tsx'

const doneWords: Record<Decision, string> = {
  resolve: 'resolved',
  return: 'returned',
  withdraw: 'withdrawn',
  extend: 'extended'
}

type KeptText = readonly [text: string, keep: (text: string) => void]

interface DecisionFormProps {
  queries: readonly DataQuery[]
  /** The message and the new date, which its owner keeps for as long as they are about the same queries. */
  message: KeptText
  date: KeptText
  onDone?: () => void
}

/** Resolves, returns, extends or withdraws queries, with a message. */
export function DecisionForm({ queries, message, date: keptDate, onDone }: DecisionFormProps) {
  const [text, setText] = message
  const [day, setDay] = keptDate
  const [error, setError] = useState<string | null>(null)
  const open = queries.filter(({ query_status }) => query_status === 'open')
  const decide = async (act: Decision) => {
    if (text.trim() === '' && queries.some(({ query_status }) => needsText(act, query_status)))
      return setError(refusedActText('text', ROLE.admin))
    const date = day === '' ? null : windowMoment('closes', day, timeZone())
    if (act === 'extend' && !open.some(query => isLaterDueDate(date, query)))
      return setError(refusedActText('date', ROLE.admin))
    const isDated = day !== '' && (act === 'extend' || act === 'return')
    const result = await sendDecision(queries, act, text.trim(), isDated ? day : undefined)
    if (!result.ok) return setError(failureText(result.error, 'Your text is kept.'))
    const [first] = result.value
    const done = queries.length - result.value.length
    const all = countOf(queries.length, 'query', 'queries')
    setError(first ? `${done > 0 ? `${done} of ${all} ${doneWords[act]}. ` : ''}${first.detail}` : null)
    if (first) return
    setText('')
    setDay('')
    showToast({ text: `${all} ${doneWords[act]}.`, status: 'success' })
    onDone?.()
  }
  const isAnswered = queries.some(({ query_status }) => query_status === 'answered')
  return (
    <div className="mt-2.5 text-small">
      <QueryText label="Message to the organisation" value={text} onChange={setText} error={error}>
        <QueryDay label="New date" value={day} onChange={setDay} />
      </QueryText>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="s" kind={isAnswered ? 'main' : 'plain'} onClick={() => decide('resolve')}>
          Resolve
        </Button>
        {isAnswered && (
          <Button size="s" onClick={() => decide('return')}>
            Return
          </Button>
        )}
        {open.length > 0 && (
          <Button size="s" onClick={() => decide('extend')}>
            Extend
          </Button>
        )}
        <Button size="s" kind="quiet" onClick={() => decide('withdraw')}>
          Withdraw
        </Button>
      </div>
    </div>
  )
}
