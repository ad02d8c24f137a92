/**
 * A grey bar in place of content that is loading. It is animated only after a while, and by its opacity, for which the thread that handles keys draws
 * nothing. Size it by class, so that nothing moves when the content arrives.
 */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block max-w-full rounded bg-line animate-[pulse_1.6s_ease-in-out_600ms_infinite] ${className}`}
    />
  )
}

/** Placeholder text of a heading that is loading: a page always has its headings, and none is empty. */
export const HeadingSkeleton = ({ className = 'h-7 w-56' }: { className?: string }) => (
  <>
    <span className="sr-only">Loading</span>
    <Skeleton className={className} />
  </>
)

/** Several lines of loading text; screen readers hear the status once. */
export function SkeletonLines({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-3">
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} className={`h-4 ${['w-2/3', 'w-full', 'w-5/6', 'w-1/2'][index % 4]}`} />
      ))}
    </div>
  )
}
