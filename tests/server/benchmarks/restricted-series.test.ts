// What one series tells a member of a strict project, rule by rule: whole blocks, the own figures, and nothing of others beside averages.

import { describe, expect, test } from 'vitest'
import { toldBlocks } from '#server/benchmarks/chart-data/restricted-blocks.ts'
import { restrictedSets } from '#server/benchmarks/chart-data/restricted-sets.ts'
import type { ChartSelection } from '#server/benchmarks/chart-data/selection.ts'
import type { SeriesPlan } from '#server/benchmarks/chart-data/series.ts'
import type { ComparedSubmission } from '#server/benchmarks/chart-data/submissions.ts'
import {
  BEFORE,
  COUNT,
  idsFrom,
  OWN,
  RATIO,
  reader,
  sealed,
  series,
  submission,
  type Scene
} from '#tests/support/restricted-scene.ts'

const GROUP = 7

const setsOf = (
  blocks: number[][],
  submissions: ComparedSubmission[],
  asking = reader,
  groups: number[] = []
) =>
  restrictedSets(
    { peerGroups: groups.map(peer_group_id => ({ peer_group_id, peer_group_name: '' })) } as ChartSelection,
    asking,
    submissions,
    blocks
  )
const membersIn = ({ sets }: ReturnType<typeof setsOf>) =>
  sets.map(set => set.blocks?.submissions.map(one => one.submission_id) ?? null)

describe('a set', () => {
  const all = idsFrom(1, 14).map(id => submission(id))

  test('is of others: the own organisation neither counts nor is in it', () => {
    const [everyone] = setsOf([idsFrom(1, 7)], all).sets
    expect(everyone!.blocks!.organisations).toBe(6)
    expect(everyone!.blocks!.submissions.map(one => one.submission_id)).toEqual(idsFrom(2, 7))
    expect(everyone!.blocks!.blocks.map(block => block.length)).toEqual([6])
  })

  test('shows more organisations than the minimum, and none if one block of the edition has fewer', () => {
    const raised = (minimumCount: number) =>
      setsOf([idsFrom(1, 6), idsFrom(7, 14)], all, { ...reader, minimumCount })
    expect(membersIn(raised(5))[0]).toHaveLength(13)
    expect(raised(6)).toMatchObject({ division: null })
    expect(membersIn(raised(6))).toEqual([null, null])
  })

  test('of a group is narrowed by the filters, each to whole blocks', () => {
    const carried = all.map(one => ({ ...one, is_filtered: one.submission_id <= 7, peer_group_ids: [GROUP] }))
    const filtered = idsFrom(2, 7)
    expect(membersIn(setsOf([idsFrom(1, 7), idsFrom(8, 14)], carried, reader, [GROUP]))).toEqual([
      [...filtered, ...idsFrom(8, 14)],
      filtered,
      filtered
    ])
    const partly = carried.map(one => ({ ...one, is_filtered: one.submission_id <= 6 }))
    expect(membersIn(setsOf([idsFrom(1, 7), idsFrom(8, 14)], partly, reader, [GROUP])).slice(1)).toEqual([
      null,
      null
    ])
  })
})

describe('the own value', () => {
  const blocks = [idsFrom(1, 13), idsFrom(21, 33)]
  const submissions = blocks
    .flat()
    .map(id => submission(id, { peer_group_ids: id > 20 || id === OWN ? [GROUP] : [] }))
  // Higher numbers of submissions have lower values in the first block, so that no list is in order by itself.
  const values = {
    ...Object.fromEntries(idsFrom(2, 13).map(id => [id, 20 - id])),
    ...Object.fromEntries(idsFrom(21, 33).map(id => [id, 80.14 + id])),
    1: 49.96
  }
  const ownOf = (scene: Partial<Scene>) => {
    const told = series({ values, blocks, submissions, ...scene })
    return { ...told, own: told.values[0]!, summary: told.own_summary[0]! }
  }

  test('is ranked among everyone’s values as they are shown, with no percentile and no verdict', () => {
    // Two of the others are shown as 50.0, as the own one is: they share a rank.
    const tied = { ...values, 2: 49.98, 3: 50.04 }
    expect(ownOf({ values: tied }).own).toMatchObject({
      value: 49.96,
      rank: 14,
      rank_of: 26,
      percentile: null,
      verdict: null,
      certainty: null,
      is_own: true,
      is_selected: true
    })
  })

  test('has no rank as long as it is not the published one, nor in a narrower selection; its quarter is known', () => {
    expect(ownOf({ live: { 1: 60 } }).own).toMatchObject({ value: 60, rank: null, rank_of: 0, quartile: 2 })
    expect(ownOf({ isNarrowed: true }).own).toMatchObject({ rank: null, quartile: 2 })
    // Shown alike it is the published one.
    expect(ownOf({ live: { 1: 50.01 } }).own.rank).toBe(14)
  })

  test('has no rank where two ranks of one organisation would bound the values of fewer than the minimum', () => {
    // Between 49.96 and 16.5 are the values of two others, between 49.96 and 12.5 those of six.
    const units = [...submissions, ...[91, 92].map(id => submission(id, { organisation_id: OWN }))]
    const told = ownOf({ submissions: units, values: { ...values, 91: 16.5, 92: 12.5 } })
    expect(told.values.map(one => [one.value, one.rank])).toEqual([
      [49.96, 14],
      [16.5, null],
      [12.5, 20]
    ])
  })

  test('is compared with the first chosen group, otherwise with everyone', () => {
    expect(ownOf({ groups: [GROUP], isNarrowed: true }).own.quartile).toBe(1)
    expect(ownOf({ groups: [GROUP], isNarrowed: true }).summary.difference_from_median).toBe(-57.1)
    // The five in the middle of all 25 have a mean of 68.284: the difference is that of the figures as they are shown, 50.0 and 68.3.
    expect(ownOf({}).summary.difference_from_median).toBe(-18.3)
  })

  test('comes with the one of the period before, of no other period', () => {
    const past = [
      submission(101, { organisation_id: OWN, lineage_id: OWN, time_period_id: 9 }),
      submission(102, { organisation_id: OWN, lineage_id: OWN, time_period_id: BEFORE })
    ]
    const { summary } = ownOf({ selected: past, live: { 101: 5, 102: 40 } })
    expect(summary).toMatchObject({ previous_value: 40, change_from_previous: 49.96 - 40 })
    expect(ownOf({ selected: past.slice(0, 1), live: { 101: 5 } }).summary.previous_value).toBeNull()
  })

  test('of another unit of the own organisation says whether it was asked for, and its groups', () => {
    const units = [...submissions, submission(99, { organisation_id: OWN, peer_group_ids: [GROUP] })]
    const told = ownOf({
      submissions: units,
      values: { ...values, 99: 3 },
      request: { other_submission_ids: [99] }
    })
    expect(told.values.map(one => [one.is_selected, one.is_other, one.peer_group_ids])).toEqual([
      [true, false, []],
      [false, true, [GROUP]]
    ])
  })

  test('averages that were not asked for are not told, and never the ends', () => {
    const { averages } = ownOf({ request: { averages: ['Mean'] } })
    for (const set of averages) {
      expect(set).toMatchObject({
        n: 25,
        Median: null,
        Q1: null,
        Q3: null,
        minimum: null,
        maximum: null,
        bins: null
      })
      expect(set.Mean).toBe(Number(set.Mean!.toFixed(1)))
    }
  })

  test('runs are of everyone, in anonymous projects, of ratios, and of nothing narrower', () => {
    expect(ownOf({}).runs.map(run => run.submission_count)).toEqual([6, 6, 6, 8])
    expect(ownOf({ isNarrowed: true }).runs).toEqual([])
    expect(ownOf({ plan: COUNT }).runs).toEqual([])
    expect(ownOf({ reader: { ...reader, visibility: 'aggregate' } }).runs).toEqual([])
  })

  test('a figure of another organisation is not handed out as an own one', () => {
    expect(() => sealed(values).ownOf(reader, 1, submission(2))).toThrow('another organisation')
    expect(sealed(values).ownOf(reader, 1, submission(OWN)).value).toBe(49.96)
  })

  test('values of others are handed out in their order alone', () => {
    const three = [2, 3, 4].map(id => submission(id))
    const union = { blocks: [three], submissions: three, organisations: 3 }
    expect(sealed({ 2: 7, 3: 1, 4: 5 }).valuesOf(union, 1)).toEqual([1, 5, 7])
  })
})

test('a count has no mean where one of the blocks is dominated, even if the set is not; a ratio has', () => {
  const blocks = [idsFrom(1, 13), idsFrom(21, 33)]
  const values = {
    ...Object.fromEntries(idsFrom(1, 13).map(id => [id, 1000])),
    ...Object.fromEntries(idsFrom(21, 33).map(id => [id, id < 23 ? 900 : 1]))
  }
  const submissions = blocks.flat().map(id => submission(id))
  const meanOf = (of: SeriesPlan, figures = values) =>
    series({ values: figures, blocks, submissions, plan: of }).averages[0]!.Mean
  expect(meanOf(COUNT)).toBeNull()
  expect(meanOf(RATIO)).not.toBeNull()
  expect(
    meanOf(COUNT, { ...values, ...Object.fromEntries(idsFrom(23, 33).map(id => [id, 100])) })
  ).not.toBeNull()
})

test('a ratio has no averages where one organisation has most of the submissions', () => {
  // One has 40 wards, five others and the reader one each.
  const submissions = [
    ...idsFrom(1, 6).map(id => submission(id)),
    ...idsFrom(7, 46).map(id => submission(id, { organisation_id: 7 }))
  ]
  const blocks = [submissions.map(one => one.submission_id)]
  const values = Object.fromEntries(idsFrom(1, 46).map(id => [id, id < 7 ? 9 : 6 + (id % 3) / 10]))
  const averagesOf = (of: readonly ComparedSubmission[]) =>
    series({ values, blocks, submissions: [...of] }).averages[0]!
  expect(averagesOf(submissions)).toMatchObject({ n: 45, Mean: null, Median: null, Q1: null, Q3: null })
  const each = submissions.map(one => submission(one.submission_id))
  expect(averagesOf(each)).toMatchObject({ n: 45, Mean: 6.4 })
  // Such a block is joined with another, if there is one.
  const other = idsFrom(51, 62).map(id => submission(id))
  const divided = [...blocks, other.map(one => one.submission_id)]
  const members = [...submissions, ...other]
  const figures = sealed(Object.fromEntries(members.map(({ submission_id: id }) => [id, 5 + (id % 7)])))
  const selection = { series: [RATIO], chart: { decimal_places: 1 } } as unknown as ChartSelection
  const joined = toldBlocks(selection, reader, new Map(), { figures, members, blocks: divided }, [])
  expect(joined.map(block => block.toSorted((a, b) => a - b))).toEqual([divided.flat()])
})
