import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'brand' | 'ok' | 'warn' | 'bad' | 'info'

const pillTones: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-2',
  brand: 'bg-brand-tint text-brand-text',
  ok: 'bg-ok-tint text-ok',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
  info: 'bg-info-tint text-info'
}

/** A state as a label. The text says it; the colour only helps. */
export function Pill({
  tone = 'neutral',
  className = '',
  children
}: {
  tone?: Tone
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={`inline-flex items-center gap-[5px] min-h-5 px-2 rounded-full max-sm:rounded-lg text-tiny font-medium sm:whitespace-nowrap ${pillTones[tone]} ${className}`}
    >
      {children}
    </span>
  )
}
