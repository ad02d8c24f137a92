import { atom } from 'nanostores'
import { loadableStore } from '#lib/loadable.ts'
import { mapResult } from '#lib/result.ts'
import { call } from '#api/call.ts'
import { listTimePeriods, type TimePeriod } from '#contract/time-periods.ts'
import { runtimeConfig } from './site-config.ts'

/** Spec 3: the selected period has an id and a name of its own spelling. */
export interface SelectedTimePeriod {
  id: number
  name: string
}

export const $timePeriods = loadableStore<TimePeriod[]>()
export const $selectedTimePeriod = atom<SelectedTimePeriod | null>(null)

/** Spec 4: loading selects the first by default; a choice that is still offered stays. */
export async function loadTimePeriods(): Promise<void> {
  await $timePeriods.load('', async () =>
    mapResult(
      await call(listTimePeriods, { query: { programme_id: runtimeConfig().programmeId } }),
      reply => reply.time_periods
    )
  )
  const loaded = $timePeriods.get()
  if (loaded.state !== 'ready') return
  const chosen = $selectedTimePeriod.get()?.id
  if (!loaded.value.some(period => period.time_period_id === chosen))
    selectTimePeriod(loaded.value[0]?.time_period_id)
}

/** Selects one of the loaded periods; any other id changes nothing. */
export function selectTimePeriod(id: number | undefined): void {
  const loaded = $timePeriods.get()
  const period =
    loaded.state === 'ready' ? loaded.value.find(candidate => candidate.time_period_id === id) : undefined
  if (period) $selectedTimePeriod.set({ id: period.time_period_id, name: period.time_period_name })
}

export function resetTimePeriods(): void {
  $timePeriods.reset()
  $selectedTimePeriod.set(null)
}
