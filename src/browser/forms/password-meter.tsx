import { charactersIn, passwordFault, passwordLength } from '#domain/people/password.ts'

export interface PasswordMeterProps {
  password: string
  hasSecondFactor?: boolean
  personalWords?: readonly string[]
}

/** How long a password still has to be, and what else is wrong with it. */
export function PasswordMeter({ password, hasSecondFactor = false, personalWords }: PasswordMeterProps) {
  const needed = passwordLength(hasSecondFactor)
  const missing = Math.max(0, needed - charactersIn(password))
  const fault =
    missing > 0 ? null : passwordFault(password, { hasSecondFactor, ...(personalWords && { personalWords }) })
  const colour = missing > 0 ? 'bg-ink-3' : fault === null ? 'bg-ok' : 'bg-bad'
  return (
    <>
      <span aria-hidden="true" className="mb-1 block h-1 overflow-hidden rounded-full bg-sunken">
        <span
          className={`block h-full ${colour}`}
          style={{ width: `${(100 * (needed - missing)) / needed}%` }}
        />
      </span>
      {/* As high as the longest text, so that no field moves during typing. */}
      <span className="block min-h-[2lh]">{meterText(password, missing, fault, needed)}</span>
    </>
  )
}

function meterText(password: string, missing: number, fault: string | null, needed: number): string {
  if (password === '') return `At least ${needed} characters. Several words are easy to remember.`
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'}.`
  return fault === null ? 'Long enough.' : `The password ${fault}.`
}
