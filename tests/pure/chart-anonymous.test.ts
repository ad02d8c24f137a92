// Charts of an anonymous project: what they say of others who have no name, and where others are there as averages only.
import { expect, test } from 'vitest'
import { chartCsv } from '#charts/csv.ts'
import { barRanked } from '#charts/kinds/bar-ranked.ts'
import { box } from '#charts/kinds/box.ts'
import { stacked } from '#charts/kinds/stacked.ts'
import { averagesOnlyText, emptyText, hasNothing, wholeBlocksText } from '#charts/disclosure-text.ts'
import { chartViewOf } from '#charts/chart-view.ts'
import { plainSentence } from '#charts/sentence.ts'
import { stripGeometry } from '#charts/strip-geometry.ts'
import { anonymousAnswer } from '../support/anonymous-reply.ts'
import { PERIOD } from '../support/chart-reply.ts'
import { breakable, drawContext, stopTexts } from '../support/draw-context.ts'

const values = [14.8, 9.3, 2, 20, 9.7, 6.9, 12.4]
const everyone = chartViewOf(anonymousAnswer({ values }), PERIOD)
const narrowed = chartViewOf(anonymousAnswer({ values }, true), PERIOD)

test('everyone is ranked by size, others without name or code', () => {
  expect(stopTexts(barRanked(everyone, drawContext)).slice(0, 3)).toEqual([
    'Another submission: 20.0%, rank 7 of 7',
    'Ward 4B, own: 14.8%, rank 6 of 7',
    'Another submission: 12.4%, rank 5 of 7'
  ])
  expect(chartCsv(everyone)).toContain('7,Another submission,,,20,,,,')
  expect(breakable(plainSentence(everyone))).toContain('It ranks 6 of 7: lower than 1 of the 6 others')
  expect([averagesOnlyText(everyone), wholeBlocksText(everyone)]).toEqual([null, null])
})

test('behind a filter there are averages only, no rank among those who are not there, and the reason is said', () => {
  expect(narrowed.standing).toMatchObject({ rank: null, percentile: null, neighbours: null })
  expect(breakable(plainSentence(narrowed))).toBe(
    'Ward 4B has 14.8%, 5.3 points above the median of 6 peers that match the filters (9.5%). Lower is better.'
  )
  const bars = barRanked(narrowed, drawContext)
  expect(stopTexts(bars)).toEqual(['Ward 4B, own: 14.8%'])
  const captions = (bars.layout.annotations ?? []).map(annotation => annotation.text)
  expect(captions).toContain('Others’ individual figures are shown only without filters and peer groups.')
  expect(wholeBlocksText(narrowed)).toBe(
    'Filters and peer groups include only whole groups of more than 5 organisations (12 others are left out), so that nobody can be identified.'
  )
  expect(chartCsv(narrowed)).toContain('whole groups of more than 5 organisations')
})

test('averages alone are something to draw, and whether nobody or only few have answered is not told', () => {
  const withoutOwn = chartViewOf(anonymousAnswer({ values: [null, ...values.slice(1)] }, true), PERIOD)
  expect(hasNothing(withoutOwn)).toBe(false)
  expect(stopTexts(box(withoutOwn, drawContext))).toEqual(['Matching the filters, n 6: median 9.5%'])
  const few = chartViewOf(anonymousAnswer({ values: [null, 3] }, true), PERIOD)
  expect(hasNothing(few)).toBe(true)
  expect(emptyText(few)).toContain('Too few others, or none')
})

test('a box without quartiles is its median, and a strip without peers still shows it', () => {
  const figure = box(narrowed, drawContext)
  expect(figure.data[0]).toMatchObject({
    q1: [9.5],
    median: [9.5],
    q3: [9.5],
    lowerfence: [9.5],
    upperfence: [9.5]
  })
  expect(stopTexts(figure)[0]).toBe('Matching the filters, n 6: median 9.5%')
  const {
    dots,
    median,
    own,
    box: half
  } = stripGeometry({ peers: narrowed.others, own: 14.8, averages: narrowed.comparison.averages })
  expect([dots, half]).toEqual(['', null])
  expect(median!).toBeLessThan(own!)
})

test('whether parts add up is told by the own figures alone', () => {
  const request = { values: [10, 10, 10, 10, 10, 10, 10], seriesNames: ['All', 'Part', 'Rest'] }
  const figure = stacked(chartViewOf(anonymousAnswer(request), PERIOD), drawContext)
  expect(stopTexts(figure)[0]).toContain('Ward 4B')
})
