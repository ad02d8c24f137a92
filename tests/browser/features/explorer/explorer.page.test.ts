// The explorer's stores on the real server: figures are requested for the selection in the address.

import { beforeEach, describe, expect, test } from 'vitest'
import {
  $chartView,
  $outputTypes,
  loadChart,
  loadFigures,
  openTab
} from '#browser/features/explorer/chart/chart-page.ts'
import { shareableAddress } from '#browser/features/explorer/export/export-context.ts'
import {
  $comparisonRequest,
  $reachableEntries,
  $refused,
  keepForPeriod,
  loadOptionsOfScope
} from '#browser/features/explorer/selection/comparison.ts'
import { $activeFilters, $filterOptions } from '#browser/stores/filters.ts'
import { $peerGroupIds } from '#browser/stores/peers.ts'
import { loadProjects } from '#browser/stores/projects.ts'
import { $ignoreCache, $selectedSubmissionId } from '#browser/stores/selection.ts'
import { invariant } from '#lib/invariant.ts'
import type { Traffic } from '#tests/support/chart-traffic.ts'
import { compareAt, figures, openExplorer, tabNamed } from '#tests/support/explorer-stores.ts'
import { openAt } from '#tests/support/page.ts'
import { chartNamed, ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })

let traffic: Traffic

beforeEach(async () => {
  traffic = await openExplorer(server)
})

async function openVacancyRate(): Promise<number> {
  const id = await chartNamed(server, 'Vacancy rate')
  await loadChart(id, 'results')
  return id
}

describe('the selection in the address', () => {
  test('without a choice: the first own submission, everyone, no filter', async () => {
    const { comparing, stop } = await compareAt('')
    expect(comparing.submission?.id).toBe(await ownSubmission(server, 'ward-staffing', '2025'))
    expect(comparing).toMatchObject({
      peerGroupIds: [],
      filters: [],
      projectId: await projectCoded(server, 'ward-staffing')
    })
    stop()
  })

  test('submission, peer groups and filters are applied; those not offered are left out', async () => {
    const first = await compareAt('')
    first.stop()
    const options = $filterOptions.get()
    invariant(options.state === 'ready', 'The options are loaded')
    const own = options.value.organisation_submissions.find(entry =>
      entry.submission_list.some(({ id }) => id === first.comparing.submission?.id)
    )
    const second = own?.submission_list[1]
    const group = options.value.peer_groups.find(candidate => candidate.is_selectable)
    const filter = options.value.filters[0]
    invariant(second && group && filter?.option_list[0], 'There is something to choose')
    const option = filter.option_list[0].option_name
    const search = `?s=${second.id}&peerGroupId=${group.peer_group_id}&peerGroupId=999999&f=${filter.filter_id}:${encodeURIComponent(option)}&f=999999:x`
    const { comparing, stop } = await compareAt(search)
    expect(comparing.submission).toEqual(second)
    expect($peerGroupIds.get()).toEqual([group.peer_group_id])
    expect($activeFilters.get()).toEqual([
      { filter_id: filter.filter_id, filter_name: filter.filter_name, option_list: [{ option_name: option }] }
    ])
    stop()
  })

  test('another period keeps the ward of the same name', async () => {
    const { comparing, stop } = await compareAt('')
    stop()
    const options = $filterOptions.get()
    const entry =
      options.state === 'ready' ? options.value.organisation_submissions.find(one => one.id === 1) : undefined
    const last = entry?.submission_list.findLast(({ id }) => id !== comparing.submission?.id)
    invariant(last, 'There is another own ward')
    $selectedSubmissionId.set(last.id)
    keepForPeriod()
    const period = await periodNamed(server, '2024')
    const later = await compareAt(`?tp=${period}`)
    expect(later.comparing).toMatchObject({ timePeriodId: period, submission: { name: last.name } })
    expect(later.comparing.submission?.id).not.toBe(last.id)
    later.stop()
  })

  test('choices that are not available are reported', async () => {
    const first = await compareAt('')
    first.stop()
    const foreign = (
      await server.database
        .selectFrom('submissions')
        .selectAll()
        .where('programme_id', '=', 1)
        .where('organisation_id', '!=', 1)
        .execute()
    ).find(
      row =>
        row.time_period_id === first.comparing.timePeriodId && row.project_id === first.comparing.projectId
    )
    const { comparing, stop } = await compareAt(`?s=${foreign?.submission_id}&peerGroupId=999999`)
    expect($refused.get()).toEqual({
      groups: [{ id: 999_999, name: null, reason: null }],
      submissionId: foreign?.submission_id,
      otherCount: 0,
      filterOptions: []
    })
    expect([comparing.peerGroupIds, comparing.submission]).toEqual([[], first.comparing.submission])
    stop()
    expect($refused.get()).toEqual({ groups: [], submissionId: null, otherCount: 0, filterOptions: [] })
  })

  test('the API accepts every offered submission', async () => {
    const { comparing, stop } = await compareAt('')
    const id = await openVacancyRate()
    const offered = $reachableEntries.get().flatMap(entry => entry.submission_list)
    expect(offered.length).toBeGreaterThan(1)
    for (const submission of offered) {
      await loadFigures(id, { ...comparing, submission }, tabNamed('text'))
      expect($chartView.get().state).toBe('ready')
    }
    stop()
  })

  test('an admin’s choice of another organisation’s ward stays when the project is loaded again', async () => {
    await openExplorer(server, 'admin')
    const stopLoading = loadOptionsOfScope()
    const first = await compareAt('')
    first.stop()
    const foreign = $reachableEntries.get().find(entry => entry.id !== 1 && entry.submission_list.length > 0)
    const { comparing, stop } = await compareAt(`?s=${foreign?.submission_list[0]?.id}`)
    expect(comparing.submission).toEqual(foreign?.submission_list[0])
    await loadProjects(comparing.timePeriodId + 1)
    await loadProjects(comparing.timePeriodId)
    expect($comparisonRequest.get()).toMatchObject({ value: { submission: comparing.submission } })
    stopLoading()
    stop()
  })

  test('a ward of the same name in another organisation is another ward', async () => {
    const { comparing, stop } = await compareAt('')
    stop()
    expect(comparing.submission).not.toBeNull()
    $filterOptions.change(known => ({
      ...known,
      organisation_submissions: known.organisation_submissions.map(entry => ({
        ...entry,
        organisation_name: 'Nowhere General'
      }))
    }))
    keepForPeriod()
    const later = await compareAt(`?tp=${await periodNamed(server, '2024')}`)
    const options = $filterOptions.get()
    const own =
      options.state === 'ready'
        ? options.value.organisation_submissions.find(entry => entry.id === 1)?.submission_list[0]
        : undefined
    expect(later.comparing.submission).toEqual(own)
    later.stop()
  })

  test('a shared URL contains the period and the submission', async () => {
    const { comparing, stop } = await compareAt('')
    openAt('/projects/ward-staffing/results/establishment?focus=charts')
    expect(shareableAddress()).toMatch(
      new RegExp(`\\?tp=${comparing.timePeriodId}&s=${$selectedSubmissionId.get()}&focus=charts$`)
    )
    stop()
  })
})

describe('one chart', () => {
  test('the first tab opens unless the address names another', async () => {
    await openVacancyRate()
    const types = $outputTypes.get()
    invariant(types.state === 'ready', 'The tabs are loaded')
    expect(openTab(types.value, null, 'results')?.output_name).toBe('bar_ranked')
    expect(openTab(types.value, tabNamed('trend').id, 'results')?.output_name).toBe('trend')
    expect(openTab(types.value, 999_999, 'results')?.output_name).toBe('bar_ranked')
    expect(openTab(types.value, null, 'trends')?.output_name).toBe('trend')
    expect(openTab(types.value, tabNamed('box').id, 'trends')?.output_name).toBe('box')
  })

  test('the same comparison is requested once; the query repeats peer groups, or has null', async () => {
    const { comparing, stop } = await compareAt('')
    const id = await openVacancyRate()
    await loadFigures(id, comparing, tabNamed('bar_ranked'))
    await loadFigures(id, comparing, tabNamed('bar_ranked'))
    await loadFigures(id, { ...comparing, peerGroupIds: [21, 22] }, tabNamed('bar_ranked'))
    expect(traffic.bodies.map(({ query }) => query)).toEqual([
      '?peerGroupId=null',
      '?peerGroupId=21&peerGroupId=22'
    ])
    expect(traffic.bodies[0]?.path).toMatch(new RegExp(`/${id}/${comparing.submission?.id}$`))
    stop()
  })

  test('own value, rank and averages are of one comparison', async () => {
    const { comparing, stop } = await compareAt('')
    await loadFigures(await openVacancyRate(), comparing, tabNamed('bar_ranked'))
    const chartView = figures()
    // Fewer vacancies are better.
    const better = chartView.entries.filter(entry => entry.value! < chartView.standing!.value).length
    expect(chartView.standing).toMatchObject({ rank: better + 1, rankOf: chartView.entries.length })
    expect(chartView.comparison.n).toBe(chartView.entries.length - 1)
    stop()
  })

  test('a reply that arrives after another choice is ignored (product 0)', async () => {
    const { comparing, stop } = await compareAt('')
    const id = await openVacancyRate()
    traffic.hold()
    const late = loadFigures(id, comparing, tabNamed('bar_ranked'))
    const releaseLate = traffic.release
    traffic.hold()
    const wanted = loadFigures(id, { ...comparing, submission: null }, tabNamed('bar_ranked'))
    traffic.release()
    await wanted
    releaseLate()
    await late
    expect(figures().own).toBeNull()
    stop()
  })

  test('old figures stay while newer ones load, and a refresh bypasses the cache', async () => {
    const { comparing, stop } = await compareAt('')
    const id = await openVacancyRate()
    await loadFigures(id, comparing, tabNamed('bar_ranked'))
    traffic.hold()
    const refresh = loadFigures(id, comparing, tabNamed('bar_ranked'), true)
    expect($chartView.get()).toMatchObject({ state: 'ready', stale: true })
    expect($ignoreCache.get().isOn).toBe(true)
    traffic.release()
    await refresh
    expect($chartView.get()).not.toHaveProperty('stale')
    expect($ignoreCache.get()).toMatchObject({ isOn: false, lastUpdateTime: expect.any(Number) })
    expect(traffic.bodies.at(-1)?.body).toMatchObject({ ignore_cache: true })
    stop()
  })

  test('a trend requests every period, parts request every series', async () => {
    const { comparing, stop } = await compareAt('')
    const id = await openVacancyRate()
    await loadFigures(id, comparing, tabNamed('trend'))
    expect(figures().history.map(({ period }) => period.time_period_name)).toEqual(['2024', '2025', '2026'])
    await loadFigures(id, comparing, tabNamed('stacked'))
    expect(figures().data.series.length).toBeGreaterThan(2)
    stop()
  })

  test('a failure is shown, and a retry succeeds', async () => {
    const { comparing, stop } = await compareAt('')
    const id = await openVacancyRate()
    await loadFigures(id, { ...comparing, projectId: 999_999 }, tabNamed('bar_ranked'))
    expect($chartView.get()).toMatchObject({ state: 'failed', status: 404 })
    await loadFigures(id, comparing, tabNamed('bar_ranked'))
    expect($chartView.get().state).toBe('ready')
    stop()
  })
})
