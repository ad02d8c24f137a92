import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storeToken } from '#browser/api/token.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { toggleFavouriteOptimistically } from '#browser/features/projects/list/projects.ts'
import { $search, readExploreTab, resetExploreTab, setExploreTab } from '#browser/stores/explore.ts'
import {
  $activeFilters,
  $filterList,
  $filterOptions,
  $filterSummary,
  loadFilterOptions
} from '#browser/stores/filters.ts'
import { $projectGuidances, loadProjectGuidances } from '#browser/stores/guidance.ts'
import { $organisations, $selectedOrganisationId, loadOrganisations } from '#browser/stores/organisations.ts'
import { $peerList } from '#browser/stores/peers.ts'
import {
  $projects,
  loadProjects,
  retryProjects,
  settleProjectsWithoutPeriod
} from '#browser/stores/projects.ts'
import { $ignoreCache, $selectedSubmissionId } from '#browser/stores/selection.ts'
import { resetSelection, setIgnoreCache } from '#browser/stores/selection.ts'
import { setRuntimeConfig } from '#browser/stores/site-config.ts'
import { $ownSubmissions, $submissionList } from '#browser/stores/submissions.ts'
import {
  $case,
  $surveyClosedReason,
  checkCase,
  clearSurveyClosedReason,
  setSurveyClosedReason
} from '#browser/stores/survey.ts'
import {
  $selectedTimePeriod,
  $timePeriods,
  loadTimePeriods,
  resetTimePeriods,
  selectTimePeriod
} from '#browser/stores/time-periods.ts'
import { pageConfig } from '#tests/support/page-config.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()

beforeEach(async () => {
  setRuntimeConfig(pageConfig)
  configureTransport({ apiBase: 'http://api.example', fetch: server.fetch })
  vi.setSystemTime(server.clock.now)
  storeToken(await server.tokenOf('lead'))
  resetTimePeriods()
  resetSelection()
})

const unreachable = () =>
  configureTransport({
    apiBase: 'http://api.example',
    fetch: () => Promise.reject(new TypeError('Failed to fetch'))
  })

async function loadPlace() {
  await loadTimePeriods()
  const timePeriodId = $selectedTimePeriod.get()?.id ?? 0
  await loadProjects(timePeriodId)
  const projects = $projects.get()
  const project =
    projects.state === 'ready'
      ? projects.value.find(candidate => candidate.project_code === 'ward-staffing')
      : undefined
  return { organisationId: 1, projectId: project?.project_id ?? 0, timePeriodId }
}

describe('time periods (spec 4)', () => {
  test('the first is selected by default, and a choice stays over a reload', async () => {
    await loadTimePeriods()
    const periods = $timePeriods.get()
    const [first, second] = periods.state === 'ready' ? periods.value : []
    expect($selectedTimePeriod.get()).toEqual({ id: first?.time_period_id, name: first?.time_period_name })
    selectTimePeriod(second?.time_period_id)
    await loadTimePeriods()
    expect($selectedTimePeriod.get()?.id).toBe(second?.time_period_id)
    selectTimePeriod(999_999)
    expect($selectedTimePeriod.get()?.id).toBe(second?.time_period_id)
  })

  test('reports a failure and selects nothing', async () => {
    unreachable()
    await loadTimePeriods()
    expect([$timePeriods.get().state, $selectedTimePeriod.get()]).toEqual(['failed', null])
    settleProjectsWithoutPeriod($timePeriods.get())
    expect($projects.get().state).toBe('failed')
    configureTransport({ apiBase: 'http://api.example', fetch: server.fetch })
    await retryProjects()
    expect($timePeriods.get().state).toBe('ready')
  })
})

describe('filters, submissions and peers (spec 4)', () => {
  test('loading selects the first submission of the organisation’s entry, and keeps another of that entry', async () => {
    const place = await loadPlace()
    $selectedOrganisationId.set(1)
    await loadFilterOptions(place)
    const own = $ownSubmissions.get()
    expect($filterOptions.get().state).toBe('ready')
    expect($filterList.get().length).toBeGreaterThan(0)
    expect($submissionList.get().some(entry => entry.id === 1)).toBe(true)
    expect($peerList.get().length).toBeGreaterThan(0)
    expect(own).toHaveLength(3)
    expect($selectedSubmissionId.get()).toBe(own[0]?.id)
    $selectedSubmissionId.set(own[2]?.id ?? 0)
    await loadFilterOptions(place)
    expect($selectedSubmissionId.get()).toBe(own[2]?.id)
    $selectedSubmissionId.set(999_999)
    await loadFilterOptions(place)
    expect($selectedSubmissionId.get()).toBe(own[0]?.id)
  })

  test('the filters of another organisation never keep the submission of the one before', async () => {
    const place = await loadPlace()
    await loadFilterOptions(place)
    const first = $selectedSubmissionId.get()
    const entry = $submissionList
      .get()
      .find(one => one.id !== place.organisationId && one.submission_list.length > 0)
    storeToken(await server.tokenOf('admin'))
    await loadFilterOptions({ ...place, organisationId: entry?.id ?? 0 })
    expect($selectedSubmissionId.get()).toBe(entry?.submission_list[0]?.id)
    $selectedSubmissionId.set(first)
    await loadFilterOptions({ ...place, organisationId: 999_999 })
    expect($selectedSubmissionId.get()).toBe(0)
  })

  test('a fresh answer is not asked for again, unless something was saved, or the place or the reader is another', async () => {
    const place = await loadPlace()
    const asked: string[] = []
    const watched: typeof fetch = (input, init) => {
      const request = new Request(input, init)
      if (request.url.includes('filters/options')) asked.push(request.url)
      return server.fetch(request)
    }
    configureTransport({ apiBase: 'http://api.example', fetch: watched })
    await loadFilterOptions(place)
    const own = $selectedSubmissionId.get()
    $selectedSubmissionId.set(999_999)
    await loadFilterOptions(place, 60_000)
    expect(asked).toHaveLength(1)
    expect($selectedSubmissionId.get()).toBe(own)
    await loadFilterOptions({ ...place, timePeriodId: place.timePeriodId - 1 }, 60_000)
    expect(asked).toHaveLength(2)
    await loadFilterOptions(place, 60_000)
    expect(asked).toHaveLength(3)
    await toggleFavouriteOptimistically(place.projectId)
    await loadFilterOptions(place, 60_000)
    expect(asked).toHaveLength(4)
    await loadFilterOptions(place)
    expect(asked).toHaveLength(5)
    storeToken(await server.tokenOf('viewer'))
    const next = loadFilterOptions(place, 60_000)
    // Nothing of the one before is seen meanwhile.
    expect($filterOptions.get().state).toBe('loading')
    await next
    expect(asked).toHaveLength(6)
  })

  test('an answer for a place that was left is ignored', async () => {
    const place = await loadPlace()
    const left = loadFilterOptions({ ...place, timePeriodId: place.timePeriodId - 1 })
    await Promise.all([left, loadFilterOptions(place)])
    const entries = $submissionList.get()
    await loadFilterOptions(place)
    expect($submissionList.get()).toEqual(entries)
  })

  test('the summary names the filters that are on', () => {
    expect($filterSummary.get()).toBe('')
    const option_list = [{ option_name: 'Large' }, { option_name: 'Small' }]
    $activeFilters.set([{ filter_id: 1, filter_name: 'Size', option_list }])
    expect($filterSummary.get()).toBe('Size: Large, Small.')
    $activeFilters.set([])
  })
})

describe('selection (spec 3, 4, 9)', () => {
  test('the organisation is 0 by default, and organisations come by name', async () => {
    await loadOrganisations()
    const organisations = $organisations.get()
    expect(
      organisations.state === 'ready' &&
        organisations.value.some(({ organisation_name }) => organisation_name === 'Northfield General')
    ).toBe(true)
  })

  test('ignore-cache stamps the time when it is set', () => {
    setIgnoreCache(true, 1000)
    expect($ignoreCache.get()).toEqual({ isOn: true, lastUpdateTime: 1000 })
    setIgnoreCache(false, 2000)
    expect($ignoreCache.get()).toEqual({ isOn: false, lastUpdateTime: 1000 })
  })

  test('the explore tab can be set, read and reset; without a name it reads as nothing', () => {
    expect(readExploreTab()).toBeUndefined()
    const tab = { id: 1, output_name: 'bar_ranked', tab_name: 'Ranked', display_order: 1 } as const
    setExploreTab(tab)
    expect(readExploreTab()).toEqual(tab)
    setExploreTab({ ...tab, tab_name: '' })
    expect(readExploreTab()).toBeUndefined()
    resetExploreTab()
    expect(readExploreTab()).toBeUndefined()
  })

  test('the search begins empty', () => {
    expect($search.get()).toEqual({ query: '', results: [] })
  })

  test('a project’s guidance is loaded', async () => {
    const { projectId } = await loadPlace()
    await loadProjectGuidances(projectId)
    const guidances = $projectGuidances.get()
    expect(guidances.state === 'ready' && guidances.value.length > 0).toBe(true)
  })

  test('the reason why a survey is closed can be set and cleared', () => {
    setSurveyClosedReason('withdrawn')
    expect($surveyClosedReason.get()).toBe('withdrawn')
    clearSurveyClosedReason()
    expect($surveyClosedReason.get()).toBeNull()
  })

  test('an unknown code opens nothing', async () => {
    const result = await checkCase({ questionnaireId: 1, submissionId: 1, caseCode: 'NOPE' })
    expect(result.ok ? result.value.is_valid : result.status).not.toBe(true)
    expect($case.get()?.is_valid ?? false).toBe(false)
  })
})

describe('favourites (product 9)', () => {
  const starOf = (id: number) => {
    const projects = $projects.get()
    return (
      projects.state === 'ready' && projects.value.find(project => project.project_id === id)?.is_favorite
    )
  }

  test('a star is shown at once and kept by the server', async () => {
    const { projectId, timePeriodId } = await loadPlace()
    const before = starOf(projectId)
    const result = toggleFavouriteOptimistically(projectId)
    expect(starOf(projectId)).toBe(!before)
    expect((await result).ok).toBe(true)
    await loadProjects(timePeriodId)
    expect(starOf(projectId)).toBe(!before)
    await toggleFavouriteOptimistically(projectId)
  })

  test('a refused star is removed again', async () => {
    const { projectId } = await loadPlace()
    const before = starOf(projectId)
    unreachable()
    expect((await toggleFavouriteOptimistically(projectId)).ok).toBe(false)
    expect(starOf(projectId)).toBe(before)
  })
})
