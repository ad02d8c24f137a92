interface RingProps {
  percent: number
  /** Somebody has marked it complete: having all answers is not the same. */
  isComplete: boolean
  size?: number
}

/**
 * Progress, 0–100, as a ring of 16 px; complete is a tick. A label next to it says the same, so it is hidden
 * from screen readers.
 */
export function Ring({ percent, isComplete, size = 16 }: RingProps) {
  if (isComplete) {
    return (
      <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" className="flex-none">
        <circle cx="8" cy="8" r="8" fill="var(--ok)" />
        <path
          d="M4.5 8.3l2.4 2.3 4.6-4.9"
          stroke="#fff"
          strokeWidth="1.7"
          fill="none"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    )
  }
  const circumference = 2 * Math.PI * 6
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" className="flex-none">
      <circle cx="8" cy="8" r="6" fill="none" stroke="var(--line-strong)" strokeWidth="2.5" opacity=".6" />
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

/** Progress, 0–100, as a bar of full width. */
export function ProgressBar({
  percent,
  label,
  tone = 'brand'
}: {
  percent: number
  label: string
  tone?: 'brand' | 'ok'
}) {
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
      <rect
        width={`${percent}%`}
        height="6"
        rx="3"
        fill={tone === 'ok' ? 'var(--ok)' : 'var(--brand-mark)'}
      />
    </svg>
  )
}
