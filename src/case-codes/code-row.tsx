import { memo, useState } from 'react'
import type { CaseCode } from '#contract/case-codes.ts'
import { formatDay, formatTime } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Pill } from '#ui/pill.tsx'
import { Ring } from '#ui/progress.tsx'
import { bringBack, takeBack, type CodesPlace } from './case-codes.ts'
import { ReviewerForm } from './reviewer-form.tsx'
import { codeStatusWords } from './status-words.ts'
import { TakeBack } from './take-back.tsx'

interface CodeRowProps {
  place: CodesPlace
  code: CaseCode
  linkOf: (code: string) => string
  /** No code can be brought back while the survey is closed. */
  isClosed: boolean
}

type Below = { is: 'nothing' } | { is: 'reviewer' } | { is: 'take-back'; answerCount: number | null }

/** One code with what can be done with it; questions about it open below the row. */
export const CodeRow = memo(function CodeRow({ place, code, linkOf, isClosed }: CodeRowProps) {
  const [below, setBelow] = useState<Below>({ is: 'nothing' })
  const close = () => setBelow({ is: 'nothing' })
  const { word, tone } = codeStatusWords[code.status]
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
            {code.completion_percent} %
          </span>
        </td>
        <td className="table-cell text-small text-ink-2 whitespace-nowrap">
          {code.last_activity_at === null
            ? 'never'
            : `${formatDay(code.last_activity_at)}, ${formatTime(code.last_activity_at)}`}
        </td>
        <td className="table-cell text-small">
          {code.reviewer_name ?? <span className="text-ink-3">nobody</span>}
          {code.reviewer_email_address !== null && (
            <span className="block text-tiny text-ink-3">{code.reviewer_email_address}</span>
          )}
        </td>
        <td className="table-cell py-1! text-right whitespace-nowrap">
          <CopyLink code={code.case_code} link={linkOf(code.case_code)} />
          <Button
            size="s"
            kind="quiet"
            aria-label={`Reviewer: ${code.case_code}`}
            onClick={() => setBelow({ is: 'reviewer' })}
          >
            Reviewer
          </Button>
          {!(isClosed && code.status === 'withdrawn') && (
            <Fate
              place={place}
              code={code}
              onAsked={answerCount => setBelow({ is: 'take-back', answerCount })}
            />
          )}
        </td>
      </tr>
      {below.is !== 'nothing' && (
        <tr>
          <td colSpan={6} className="table-cell bg-sunken">
            {below.is === 'reviewer' ? (
              <ReviewerForm place={place} code={code} onDone={close} />
            ) : (
              <TakeBack place={place} code={code} answerCount={below.answerCount} onDone={close} />
            )}
          </td>
        </tr>
      )}
    </>
  )
})

function CopyLink({ code, link }: { code: string; link: string }) {
  const [word, setWord] = useState('Copy link')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setWord('Copied')
    } catch {
      // The browser may refuse the clipboard: the link is shown, to be copied by hand.
      setWord(link)
    }
  }
  return (
    <Button size="s" kind="quiet" aria-label={`${word}: ${code}`} className="select-text!" onClick={copy}>
      {word}
    </Button>
  )
}

interface FateProps {
  place: CodesPlace
  code: CaseCode
  onAsked: (answerCount: number | null) => void
}

/** Unused codes are deleted, used ones withdrawn, withdrawn ones brought back. */
function Fate({ place, code, onAsked }: FateProps) {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const verb = code.status === 'unused' ? 'Delete' : code.status === 'withdrawn' ? 'Bring back' : 'Withdraw'
  const act = async () => {
    if (code.status === 'unused') return onAsked(null)
    setBusy(true)
    const result = code.status === 'withdrawn' ? await bringBack(place, code) : await askFirst()
    setBusy(false)
    setFault(result.ok ? '' : result.error)
  }
  const askFirst = async () => {
    const result = await takeBack(place, code, false)
    if (result.ok && result.value.status === 'confirmation_needed') onAsked(result.value.answer_count)
    return result
  }
  return (
    <>
      <Button
        size="s"
        kind={code.status === 'withdrawn' ? 'quiet' : 'danger'}
        busy={isBusy}
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
