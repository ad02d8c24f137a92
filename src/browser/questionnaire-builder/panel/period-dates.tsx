import { useId, useState } from 'react'
import { LabelledSwitch } from '#browser/questionnaire-builder/check.tsx'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { windowMoment, windowDay, windowTime, type WindowEnd } from '#domain/projects/window-days.ts'
import { timeZone } from '#lib/time/time-zone.ts'

type BuiltPeriod = Structure['questionnaire']['periods'][number]

interface PeriodDatesProps {
  name: string
  period: BuiltPeriod
  onChange: (changed: Partial<Omit<BuiltPeriod, 'answer_count'>>) => void
}

/** When a questionnaire is open in a period. Without its own dates the project's apply. */
export function PeriodDateFields({ name, period, onChange }: PeriodDatesProps) {
  return (
    <div className="grid gap-1.5 pl-5">
      <div className="grid gap-1.5">
        <WindowDay
          end="opens"
          label="First day"
          about={name}
          value={period.opens_at}
          onValue={opens_at => onChange({ opens_at })}
        />
        <WindowDay
          end="closes"
          label="Last day"
          about={name}
          value={period.closes_at}
          onValue={closes_at => onChange({ closes_at })}
        />
      </div>
      {period.opens_at === null && period.closes_at === null && (
        <p className="text-tiny text-ink-3">Open for as long as the project is collecting data.</p>
      )}
      <LabelledSwitch
        label="Locked: no one can enter answers"
        isOn={period.is_locked}
        onChange={is_locked => onChange({ is_locked })}
      />
    </div>
  )
}

interface WindowDayProps {
  end: WindowEnd
  label: string
  about: string
  value: string | null
  onValue: (value: string | null) => void
}

/** Sets whole days. A time set by a file is shown, and stays until another day is chosen. */
function WindowDay({ end, label, about, value, onValue }: WindowDayProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const day = value === null ? '' : windowDay(end, value)
  const leave = () => {
    setTyped(null)
    if (typed === null || typed === day) return
    onValue(typed === '' ? null : windowMoment(end, typed, timeZone()).toISOString())
  }
  return (
    <div className="grid gap-0.5 min-w-0">
      <label htmlFor={id} className="text-tiny text-ink-3 justify-self-start">
        {label}
        <span className="sr-only"> in {about}</span>
        {value !== null && windowTime(end, value) !== '' && `: ${windowTime(end, value)}`}
      </label>
      <input
        id={id}
        type="date"
        className="input h-7! px-1.5! text-tiny!"
        value={typed ?? day}
        onChange={event => setTyped(event.target.value)}
        onBlur={leave}
      />
    </div>
  )
}
