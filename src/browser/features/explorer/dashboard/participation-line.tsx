import { countOfSubmissions } from '#lib/submission-word.ts'
import { useStore } from '@nanostores/react'
import { formatCount } from '#lib/format.ts'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import { $participation } from './dashboard.ts'

/** How many take part and how far they are, as a bar and in words. Its failure takes nothing else away. */
export function ParticipationLine() {
  const participation = useStore($participation)
  if (participation.state === 'failed')
    return <p className="text-small text-ink-3">Participation could not be loaded.</p>
  if (participation.state === 'loading') return <Skeleton className="h-4 w-72" />
  const { submission_count: all, started_count: started, complete_count: complete } = participation.value
  const share = (count: number): string => `${all === 0 ? 0 : (100 * count) / all}%`
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-2 tabular-nums">
      <svg width="132" height="6" aria-hidden="true" className="rounded-full overflow-hidden">
        <rect width="100%" height="6" fill="var(--line)" />
        <rect width={share(started)} height="6" fill="var(--brand-line)" />
        <rect width={share(complete)} height="6" fill="var(--brand-mark)" />
      </svg>
      {countOfSubmissions(all)}: {formatCount(started)} started, {formatCount(complete)} complete
    </p>
  )
}
