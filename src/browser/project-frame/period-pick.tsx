import { useStore } from '@nanostores/react'
import { $selectedTimePeriod, $timePeriods, selectTimePeriod } from '#browser/stores/time-periods.ts'
import { Pick } from '#browser/ui/pick.tsx'
import { Skeleton } from '#browser/ui/skeleton.tsx'

/** The period that the screens of projects show. A programme without periods has nothing to choose. */
export function PeriodPick() {
  const periods = useStore($timePeriods)
  const selected = useStore($selectedTimePeriod)
  if (periods.state !== 'ready') return <Skeleton className="h-7 w-30" />
  if (periods.value.length === 0) return null
  return (
    <Pick
      label="Period"
      options={periods.value.map(period => ({ id: period.time_period_id, name: period.time_period_name }))}
      selected={selected?.id ?? null}
      onSelect={selectTimePeriod}
    />
  )
}
