import { atom } from 'nanostores'
import { loadCached } from '#browser/api/cache/cached-read.ts'
import { loadableStore } from '#browser/api/cache/loadable.ts'
import { listTimePeriods, type TimePeriod } from '#contract/time-periods.ts'
import { runtimeConfig } from './site-config.ts'
import { forgetChoice, recallChoice, rememberChoice } from './tab-memory.ts'

/** Spec 3: the selected period has an id and a name of its own spelling. */
export interface SelectedTimePeriod {
  id: number
  name: string
}

export const $timePeriods = loadableStore<TimePeriod[]>()
export const $selectedTimePeriod = atom<SelectedTimePeriod | null>(null)

const TIME_PERIOD_KEY = 'time-period'
let preferred: number | null = null

/** The period that the address names, before the periods are there. */
export const preferTimePeriod = (id: number | null): void => {
  preferred = id
}

/** Spec 4: loading selects the first by default; a choice that is still offered stays, also over a reload of the page. */
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
  const wanted = [$selectedTimePeriod.get()?.id, preferred, recallChoice(TIME_PERIOD_KEY)]
  if (!isOffered(wanted[0])) selectTimePeriod(wanted.find(isOffered) ?? periods.value[0]?.time_period_id)
})

/** Selects one of the loaded periods; any other id changes nothing. */
export function selectTimePeriod(id: number | undefined): void {
  const loaded = $timePeriods.get()
  const period =
    loaded.state === 'ready' ? loaded.value.find(candidate => candidate.time_period_id === id) : undefined
  if (!period) return
  $selectedTimePeriod.set({ id: period.time_period_id, name: period.time_period_name })
  rememberChoice(TIME_PERIOD_KEY, period.time_period_id)
}

export function resetTimePeriods(): void {
  $timePeriods.reset()
  $selectedTimePeriod.set(null)
  preferred = null
  forgetChoice(TIME_PERIOD_KEY)
}
