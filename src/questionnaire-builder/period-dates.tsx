import { useId, useState } from 'react'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { Check } from './check.tsx'

type Period = Structure['questionnaire']['periods'][number]

interface PeriodDatesProps {
  name: string
  period: Period
  onChange: (changed: Partial<Omit<Period, 'answer_count'>>) => void
}

/** When a questionnaire is open in a period. Without dates those of the project hold. */
export function PeriodDates({ name, period, onChange }: PeriodDatesProps) {
  return (
    <div className="grid gap-1.5 pl-5">
      <div className="grid gap-1.5">
        <DateTime
          label="Opens"
          about={name}
          value={period.opens_at}
          onValue={opens_at => onChange({ opens_at })}
        />
        <DateTime
          label="Closes"
          about={name}
          value={period.closes_at}
          onValue={closes_at => onChange({ closes_at })}
        />
      </div>
      {period.opens_at === null && period.closes_at === null && (
        <p className="text-tiny text-ink-3">Open for as long as the project is collecting data.</p>
      )}
      <Check
        label="Locked: nobody can enter anything"
        isOn={period.is_locked}
        onChange={is_locked => onChange({ is_locked })}
      />
    </div>
  )
}

interface DateTimeProps {
  label: string
  about: string
  value: string | null
  onValue: (value: string | null) => void
}

function DateTime({ label, about, value, onValue }: DateTimeProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const leave = () => {
    if (typed === null) return
    const next = typed === '' ? null : new Date(typed).toISOString()
    setTyped(null)
    if (next !== value) onValue(next)
  }
  return (
    <div className="grid gap-0.5 min-w-0">
      <label htmlFor={id} className="text-tiny text-ink-3 justify-self-start">
        {label}
        <span className="sr-only"> in {about}</span>
      </label>
      <input
        id={id}
        type="datetime-local"
        className="input h-7! px-1.5! text-tiny!"
        value={typed ?? localText(value)}
        onChange={event => setTyped(event.target.value)}
        onBlur={leave}
      />
    </div>
  )
}

/** As the browser's field has it, in the reader's own time. */
function localText(timestamp: string | null): string {
  if (timestamp === null) return ''
  const date = new Date(timestamp)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
