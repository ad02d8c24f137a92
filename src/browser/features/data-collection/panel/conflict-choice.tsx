import { formatAnswer, formatCell } from '#browser/section/state/read-answer.ts'
import { chooseVersion } from '#browser/section/sync/user-decisions.ts'
import { focusCell } from '#browser/section/table/cell-id.ts'
import { StatusIcon } from '#browser/section/table/cell-marks.tsx'
import type { CellProps } from '#browser/section/table/field-attributes.ts'
import { Button } from '#browser/ui/button.tsx'
import { daysTo, formatDay, formatTime } from '#lib/format.ts'
import { presentTime } from '#lib/time/server-clock.ts'

export const ConflictTitle = () => (
  <p className="flex items-center gap-1.5 font-medium text-warn">
    <StatusIcon status="conflict" />
    Two versions: choose one
  </p>
)

/** A longer answer is shown above its button instead of in it. */
const MAX_BUTTON_TEXT = 20

/**
 * Both answers of a cell that two people changed, who gave the other one and when, and the choice between
 * them.
 */
export function ConflictChoice({ engine, cell, state }: CellProps) {
  const { conflict } = state
  if (conflict === null) return null
  const decide = (choice: 'mine' | 'theirs') => {
    chooseVersion(engine, cell.key, choice)
    focusCell(cell.key)
  }
  const { by, at } = conflict.written
  const theirTime = at === null ? '' : `, ${momentText(at)}`
  return (
    <dl className="mt-1.5 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-1.5 text-small">
      <VersionChoice
        whose="Yours"
        text={formatCell(cell, state) || 'blank'}
        verb="Keep"
        name={cell.name}
        choose={() => decide('mine')}
      />
      <VersionChoice
        whose={`${by === null ? 'Theirs' : `${by}’s`}${theirTime}`}
        text={formatAnswer(cell, conflict.theirs) || 'blank'}
        verb="Take"
        name={cell.name}
        choose={() => decide('theirs')}
      />
    </dl>
  )
}

/** '13:58' today, otherwise '13:58, 18 Nov'. */
const momentText = (at: string): string =>
  daysTo(at, presentTime()) === 0 ? formatTime(at) : `${formatTime(at)}, ${formatDay(at)}`

interface VersionChoiceProps {
  whose: string
  text: string
  verb: 'Keep' | 'Take'
  name: string
  choose: () => void
}

function VersionChoice({ whose, text, verb, name, choose }: VersionChoiceProps) {
  const isShort = text.length <= MAX_BUTTON_TEXT && !text.includes('\n')
  const label = `${verb} ${isShort ? text : 'this'}`
  return (
    <>
      <dt className="text-ink-2 break-words">
        {whose}
        {!isShort && <span className="block text-ink whitespace-pre-line">{text}</span>}
      </dt>
      <dd>
        <Button size="s" className="num" aria-label={`${label}: ${name}`} onClick={choose}>
          {label}
        </Button>
      </dd>
    </>
  )
}
