// Drives the explorer's stores without its screens.

import { storeToken } from '#browser/api/token.ts'
import { $outputTypes, $chartView } from '#browser/features/explorer/chart/chart-page.ts'
import {
  $comparisonRequest,
  $explorerScope,
  keepForPeriod,
  applySelection,
  type ComparisonRequest
} from '#browser/features/explorer/selection/comparison.ts'
import { readSelection } from '#browser/features/explorer/selection/explorer-selection.ts'
import { loadFilterOptions } from '#browser/stores/filters.ts'
import { loadProjects } from '#browser/stores/projects.ts'
import { $projectCode, resetSelection } from '#browser/stores/selection.ts'
import { loadUser, restoreSession } from '#browser/stores/session.ts'
import { setRuntimeConfig } from '#browser/stores/site-config.ts'
import { loadTimePeriods, selectTimePeriod } from '#browser/stores/time-periods.ts'
import { invariant } from '#lib/invariant.ts'
import { watchTraffic, type Traffic } from './chart-traffic.ts'
import { pageConfig } from './page-config.ts'
import { periodNamed } from './seeded.ts'
import type { Role, TestServer } from './server.ts'

/** Takes up an address, loads what can be chosen, and returns which figures are then requested. */
export async function compareAt(search: string): Promise<{ comparing: ComparisonRequest; stop: () => void }> {
  const selection = readSelection(search)
  if (selection.timePeriodId !== null) selectTimePeriod(selection.timePeriodId)
  const stop = applySelection(selection)
  const place = $explorerScope.get()
  invariant(place, 'The place is known')
  await loadFilterOptions(place)
  const comparing = $comparisonRequest.get()
  invariant(comparing.state === 'ready', 'The comparison is known')
  return { comparing: comparing.value, stop }
}

export function tabNamed(name: string) {
  const types = $outputTypes.get()
  invariant(types.state === 'ready', 'The tabs are loaded')
  const tab = types.value.find(type => type.output_name === name)
  invariant(tab, `There is a tab ${name}`)
  return tab
}

export function figures() {
  const data = $chartView.get()
  invariant(data.state === 'ready', 'The figures are loaded')
  return data.value
}

/** Opens the explorer of a lead, or another role, for ward staffing in 2025; returns the requests that were sent to the server. */
export async function openExplorer(server: TestServer, role: Role = 'lead'): Promise<Traffic> {
  setRuntimeConfig(pageConfig)
  const traffic = watchTraffic(server)
  resetSelection()
  keepForPeriod()
  storeToken(await server.tokenOf(role))
  restoreSession()
  await loadUser()
  await loadTimePeriods()
  selectTimePeriod(await periodNamed(server, '2025'))
  await loadProjects(await periodNamed(server, '2025'))
  $projectCode.set('ward-staffing')
  return traffic
}
