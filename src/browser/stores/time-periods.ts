import { atom } from 'nanostores'
import { loadableStore, loadCached } from '#browser/api/cache/cache.ts'
import { listTimePeriods, type TimePeriod } from '#contract/time-periods.ts'
import { runtimeConfig } from './site-config.ts'

/** Spec 3: the selected period has an id and a name of its own spelling. */
export interface SelectedTimePeriod {
  id: number
  name: string
}

export const $timePeriods = loadableStore<TimePeriod[]>()
export const $selectedTimePeriod = atom<SelectedTimePeriod | null>(null)

let addressedPeriod: number | null = null

/** The period in the address, before the periods have loaded. */
export const preferTimePeriod = (id: number | null): void => {
  addressedPeriod = id
}

/** Spec 4: loading selects the first by default; a selection that is still available stays. */
export const loadTimePeriods = (): Promise<void> =>
  loadCached({
    store: $timePeriods,
    key: '',
    endpoint: listTimePeriods,
    input: { query: { programme_id: runtimeConfig().programmeId } },
    pick: reply => reply.time_periods
  })

$timePeriods.listen(periods => {
  if (periods.state !== 'ready') return
  const isOffered = (id: number | null | undefined): boolean =>
    periods.value.some(period => period.time_period_id === id)
  const selected = $selectedTimePeriod.get()?.id
  const wanted = [addressedPeriod, selected].find(isOffered) ?? periods.value[0]?.time_period_id
  if (wanted !== selected) select(wanted)
  // The cached list may be older than the period in the address.
  if (periods.stale !== true) addressedPeriod = null
})

/** Selects one of the loaded periods; any other id changes nothing. */
export function selectTimePeriod(id: number | undefined): void {
  addressedPeriod = null
  select(id)
}

function select(id: number | undefined): void {
  const loaded = $timePeriods.get()
  const period =
    loaded.state === 'ready' ? loaded.value.find(candidate => candidate.time_period_id === id) : undefined
  if (!period || period.time_period_id === $selectedTimePeriod.get()?.id) return
  $selectedTimePeriod.set({ id: period.time_period_id, name: period.time_period_name })
}

export function resetTimePeriods(): void {
  $timePeriods.reset()
  $selectedTimePeriod.set(null)
  addressedPeriod = null
}
