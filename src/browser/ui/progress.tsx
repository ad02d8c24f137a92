import type { ReactNode } from 'react'

interface RingProps {
  percent: number
  /** Someone has marked it complete: having all answers is not the same. */
  isComplete: boolean
  /** Its questionnaire is signed off: nobody changes it any more. */
  isSignedOff?: boolean
  /** There was nothing to report. */
  isEmpty?: boolean
}

const DASH = 'M4.5 8h7'

/**
 * Progress, 0–100, as a ring of 16 px; complete is a tick in a disc, signed off two ticks on a seal, nothing to report a dash on either. A label next to it says the same, so it is hidden
 * from screen readers.
 */
export function Ring({ percent, isComplete, isSignedOff, isEmpty }: RingProps) {
  if (isSignedOff)
    return (
      <Tick d={isEmpty ? DASH : 'M2.6 8.5l2.2 2.1 3.8-4.4M7.2 10.4l.3.2 4.9-5.4'} width="1.6">
        <rect width="16" height="16" rx="3.5" fill="var(--ok)" />
      </Tick>
    )
  if (isComplete)
    return (
      <Tick d={isEmpty ? DASH : 'M4.5 8.3l2.4 2.3 4.6-4.9'} width="1.7">
        <circle cx="8" cy="8" r="8" fill="var(--ok)" />
      </Tick>
    )
  const circumference = 2 * Math.PI * 6
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" className="flex-none">
      <circle cx="8" cy="8" r="6" fill="none" stroke="var(--line-field)" strokeWidth="1.5" />
      {percent > 0 && (
        <circle
          cx="8"
          cy="8"
          r="6"
          fill="none"
          stroke="var(--brand-mark)"
          strokeWidth="2.5"
          strokeDasharray={`${(circumference * percent) / 100} ${circumference}`}
          transform="rotate(-90 8 8)"
        />
      )}
    </svg>
  )
}

interface TickProps {
  d: string
  width: string
  children: ReactNode
}

/** A tick on a shape. */
const Tick = ({ d, width, children }: TickProps) => (
  <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" className="flex-none">
    {children}
    <path
      d={d}
      stroke="var(--surface)"
      strokeWidth={width}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

/** A share, 0–100, as a thin bar of full width. The figure beside it says the same, so it is hidden from screen readers. */
export const ShareBar = ({ percent, colour = 'var(--brand-mark)' }: { percent: number; colour?: string }) => (
  <svg width="100%" height="4" aria-hidden="true" className="block rounded-full overflow-hidden">
    <rect width="100%" height="4" fill="var(--line)" />
    <rect width={`${percent}%`} height="4" rx="2" fill={colour} />
  </svg>
)

/** Progress, 0–100, as a bar of full width. */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return (
    <svg
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      width="100%"
      height="6"
      className="rounded-full overflow-hidden"
    >
      <rect width="100%" height="6" fill="var(--line)" />
      <rect width={`${percent}%`} height="6" rx="3" fill="var(--brand-mark)" />
    </svg>
  )
}
