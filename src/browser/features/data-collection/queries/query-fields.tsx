import { useStore } from '@nanostores/react'
import { useId, type ReactNode } from 'react'
import { useKeptText } from '#browser/forms/kept-text.ts'
import { $session } from '#browser/stores/session.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'

/** What this user types about queries, kept until it is sent; another account on the same computer is never shown it. */
export const useQueryText = (what: string) =>
  useKeptText(`${runtimeConfig().programmeCode} ${useStore($session).user?.sub ?? ''} ${what}`)

interface QueryTextProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** What is missing or refused. */
  error: string | null
  /** Between the text and its error. */
  children?: ReactNode
}

/** What people write to each other about an answer. */
export function QueryText({ label, value, onChange, error, children }: QueryTextProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="block mb-1 font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={4000}
        value={value}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${id}-error`}
        className="input h-auto! py-1.5 resize-y text-small!"
        onChange={event => onChange(event.target.value)}
      />
      {children}
      {error !== null && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-bad">
          {error}
        </p>
      )}
    </>
  )
}

interface QueryDayProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** The day by which an answer is due. */
export const QueryDay = ({ label, value, onChange }: QueryDayProps) => (
  <label className="mt-1.5 flex flex-wrap items-center gap-2">
    {label}
    <input
      type="date"
      className="input w-38! text-small!"
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  </label>
)
