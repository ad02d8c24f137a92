import { useId, useState, type KeyboardEvent } from 'react'
import { valueSteps } from '#browser/ui/focus/arrow-keys.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { Minus } from '#browser/ui/icons/chart-icon-paths.ts'
import { Plus } from '#browser/ui/icons/rare-icon-paths.ts'
import { parseNumber } from '#domain/answers/number-input.ts'

interface SupposedInputProps {
  label: string
  /** Shown while nobody types. */
  text: string
  isPercentage?: boolean
  onNumber: (value: number) => void
  /** Why a number is refused; null if it is not. */
  faultOf?: (value: number) => string | null
  onStep: (steps: number) => void
}

/** A supposed number: typed, or changed by buttons or arrow keys. An invalid one stays as typed, with the reason. */
export function SupposedInput({
  label,
  text,
  isPercentage = false,
  onNumber,
  faultOf,
  onStep
}: SupposedInputProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const take = (next: string): void => {
    setTyped(next)
    const reading = parseNumber(next, { isPercentage })
    const message =
      reading.kind === 'blank'
        ? 'Enter a number.'
        : reading.kind === 'invalid'
          ? reading.message
          : (faultOf?.(reading.value) ?? null)
    setFault(message)
    if (reading.kind === 'number' && message === null) onNumber(reading.value)
  }
  const step = (steps: number): void => {
    setTyped(null)
    setFault(null)
    onStep(steps)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps = valueSteps(event, { axis: 'vertical' })
    if (steps === null) return
    event.preventDefault()
    step(steps)
  }
  const button = 'grid place-items-center w-7 h-[26px] border-0 text-ink hover:bg-sunken'
  return (
    <span className="relative inline-flex items-center gap-1.5">
      <label htmlFor={id} className="px-1 rounded-sm bg-surface text-small text-ink-2">
        {label}
      </label>
      <span className="inline-flex rounded border border-solid border-line-strong bg-surface overflow-hidden focus-within:border-brand-mark">
        <button type="button" className={button} aria-label={`${label}: less`} onClick={() => step(-1)}>
          <Icon of={Minus} size={13} />
        </button>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? text}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          className="w-16 h-[26px] px-1 border-0 border-x border-solid border-line bg-transparent text-small text-center font-semibold tabular-nums text-ink aria-[invalid=true]:text-bad"
          onChange={event => take(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            if (fault === null) setTyped(null)
          }}
        />
        <button type="button" className={button} aria-label={`${label}: more`} onClick={() => step(1)}>
          <Icon of={Plus} size={13} />
        </button>
      </span>
      {fault !== null && (
        <span
          id={`${id}-fault`}
          role="alert"
          className="absolute right-0 top-full z-10 mt-1 px-2 py-1 rounded float text-tiny text-bad whitespace-nowrap"
        >
          {fault}
        </span>
      )}
    </span>
  )
}
