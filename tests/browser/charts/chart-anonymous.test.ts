// Charts of an anonymous project, in which others have no name or are shown as averages only.

import { expect, test } from 'vitest'
import { chartCsv } from '#browser/charts/export/csv.ts'
import { drawRankedBars } from '#browser/charts/kinds/bar-ranked.ts'
import { drawBoxPlot } from '#browser/charts/kinds/box.ts'
import { drawStackedBars } from '#browser/charts/kinds/stacked.ts'
import { stripGeometry } from '#browser/charts/small/strip-geometry.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { emptyChartText, hasNothing, wholeBlocksText } from '#browser/charts/words/disclosure-text.ts'
import { editionText } from '#browser/charts/words/edition-text.ts'
import { pictureTexts } from '#browser/charts/words/picture-texts.ts'
import { plainSentence } from '#browser/charts/words/sentence.ts'
import { filterSummary } from '#domain/figures/filters.ts'
import { anonymousAnswer } from '#tests/support/anonymous-reply.ts'
import { PERIOD } from '#tests/support/chart-reply.ts'
import { breakable, drawContext, stopTexts } from '#tests/support/draw-context.ts'

const collecting = {
  project_status: 'collection',
  collection_closes_at: '2026-12-13T12:00:00.000Z',
  published_at: null,
  value_count: null,
  submission_count: 7
} as const
const values = [14.8, 9.3, 2, 20, 9.7, 6.9, 12.4]
const runs = [
  { time_period_id: PERIOD, mean: 5.2, submission_count: 6 },
  { time_period_id: PERIOD, mean: 17, submission_count: 7 }
]
const everyone = chartViewOf(anonymousAnswer({ values }, false, runs), PERIOD)
const narrowed = chartViewOf(anonymousAnswer({ values }, true), PERIOD)

test('everyone’s sorted values are drawn and listed as means of runs, without name or code', () => {
  expect(stopTexts(drawRankedBars(everyone, drawContext))).toEqual([
    'Mean of 7 submissions: 17.0%',
    'Ward 4B, own: 14.8%, rank 6 of 7',
    'Mean of 6 submissions: 5.2%'
  ])
  const captions = (drawRankedBars(everyone, drawContext).layout.annotations ?? []).map(
    annotation => annotation.text
  )
  expect(captions).toContain(
    'Each unnamed bar is the average of 6 to 7 neighbouring values, sorted highest to lowest'
  )
  expect(chartCsv(everyone)).toContain(',Mean of 7 submissions,,,17,,,')
  // A run is of several submissions, so it is not ranked or compared.
  expect([everyone.others, everyone.standing!.percentile]).toEqual([[], null])
  expect(wholeBlocksText(everyone)).toBeNull()
})

test('the page and files name the edition that is shown', () => {
  expect(editionText(everyone)).toMatch(/^Edition 1, published 18 Nov/)
  expect(chartCsv(everyone)).toContain('Status,"Edition 1, published 18 Nov')
  const admin = {
    ...everyone,
    data: { ...everyone.data, editions: everyone.data.editions.map(one => ({ ...one, is_shown: false })) }
  }
  expect(editionText(admin)).toContain('which only programme admins can see. Members see edition 1')
  expect(pictureTexts(everyone, 'Amara Okafor').footer).toMatch(/^Edition 1, published 18 Nov/)
  expect(pictureTexts(admin, 'Amara Okafor').footer).toContain(
    'which only programme admins can see. Members see edition 1'
  )
  expect(editionText(chartViewOf(anonymousAnswer({ values, provisional: collecting }), PERIOD))).toBeNull()
})

test('with a filter there are averages only, no rank, and the reason', () => {
  expect(narrowed.standing).toMatchObject({ rank: null, percentile: null, neighbours: null })
  expect(breakable(plainSentence(narrowed))).toBe(
    'Ward 4B has 14.8%, 5.3 points above the median of 6 peers that match the filters (9.5%). Lower is better.'
  )
  const bars = drawRankedBars(narrowed, drawContext)
  expect(stopTexts(bars)).toEqual(['Ward 4B, own: 14.8%'])
  const captions = (bars.layout.annotations ?? []).map(annotation => annotation.text)
  expect(captions).toContain('This project does not show peers’ individual figures.')
  expect(wholeBlocksText(narrowed)).toBe(
    'Filters and peer groups include only whole groups of more than 5 organisations (12 peers are left out), so that no one can be identified.'
  )
  expect(chartCsv(narrowed)).toContain('whole groups of more than 5 organisations')
  const { footer } = pictureTexts(narrowed, 'Amara Okafor')
  expect(footer).toContain('whole groups of more than 5 organisations')
  expect(footer).toContain(filterSummary(narrowed.data.applied_filters))
  expect(filterSummary(narrowed.data.applied_filters)).not.toBe('')
})

test('averages alone are drawn, and a text does not tell nobody from too few', () => {
  const withoutOwn = chartViewOf(anonymousAnswer({ values: [null, ...values.slice(1)] }, true), PERIOD)
  expect(hasNothing(withoutOwn)).toBe(false)
  expect(stopTexts(drawBoxPlot(withoutOwn, drawContext))).toEqual(['Matching the filters, n 6: median 9.5%'])
  const few = chartViewOf(anonymousAnswer({ values: [null, 3] }, true), PERIOD)
  expect(hasNothing(few)).toBe(true)
  expect(emptyChartText(few)).toContain(
    'Figures of peers that match the filters are not shown for this selection.'
  )
})

test('a box without quartiles is its median, and a strip without peers still shows it', () => {
  const figure = drawBoxPlot(narrowed, drawContext)
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

test('the own figures alone decide whether parts add up', () => {
  const request = { values: [10, 10, 10, 10, 10, 10, 10], seriesNames: ['All', 'Part', 'Rest'] }
  const figure = drawStackedBars(chartViewOf(anonymousAnswer(request), PERIOD), drawContext)
  expect(stopTexts(figure)[0]).toContain('Ward 4B')
})
