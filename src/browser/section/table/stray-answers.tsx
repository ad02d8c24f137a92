import { useState } from 'react'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { useStatus } from '#browser/section/sync/use-status.ts'
import { discardKept, keptAnswers } from '#browser/section/sync/user-decisions.ts'
import { Button } from '#browser/ui/button.tsx'
import { CopyIcon } from '#browser/ui/icons/icon-paths.ts'
import { Trash2 } from '#browser/ui/icons/rare-icon-paths.ts'
import { countOf } from '#lib/format.ts'
import { writeBlock } from './paste.ts'

const MAX_SHOWN_ANSWERS = 5

/** Lists answers entered on this device that cannot be sent, to copy or discard. */
export function StrayAnswers({ engine }: { engine: SectionEngine }) {
  useStatus(engine, status => status.strays)
  const isLocked = useStatus(engine, () => engine.isLocked)
  useStatus(engine, status => isLocked && status.unsaved)
  const strays = keptAnswers(engine)
  const [word, setWord] = useState('Copy')
  if (strays.length === 0) return null
  const isOne = strays.length === 1
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(writeBlock(strays.map(({ name, text }) => [name ?? '', text])))
      setWord('Copied')
    } catch {
      setWord('Copying is blocked')
    }
  }
  return (
    <div
      role="note"
      className="mb-4 rounded-lg px-4 py-3 text-small bg-warn-tint border border-solid border-warn"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="flex-1 min-w-40">
          {countOf(strays.length, 'answer')} kept on this device cannot be sent, because{' '}
          {isLocked
            ? 'this section is locked'
            : `${isOne ? 'its question has' : 'their questions have'} been changed or removed`}
          . Copy {isOne ? 'it' : 'them'} if you need {isOne ? 'it' : 'them'} elsewhere.
        </p>
        <Button size="s" icon={CopyIcon} onClick={copy} onBlur={() => setWord('Copy')}>
          <span role="status">{word}</span>
        </Button>
        <Button size="s" kind="quiet" icon={Trash2} onClick={() => discardKept(engine)}>
          Discard
        </Button>
      </div>
      <ul className="mt-2 grid gap-0.5 text-ink-2">
        {strays.slice(0, MAX_SHOWN_ANSWERS).map(({ key, name, text }) => (
          <li key={key} className="break-words">
            {name === null ? '' : `${name}: `}“{text}”
          </li>
        ))}
        {strays.length > MAX_SHOWN_ANSWERS && <li>and {strays.length - MAX_SHOWN_ANSWERS} more</li>}
      </ul>
    </div>
  )
}
