// The draft of a chart: read from what is stored, written back, merged with another's change, checked.

import { expect, test } from 'vitest'
import { changedFields, mergeDrafts } from '#browser/editing/three-way.ts'
import {
  versionBody,
  storedDraft,
  EMPTY_DRAFT,
  type ChartDraft
} from '#browser/features/explorer/builder/draft/chart-draft.ts'
import {
  draftErrors,
  explainRestoring,
  errorOfRefusal,
  shownTabs
} from '#browser/features/explorer/builder/draft/draft-errors.ts'
import { err } from '#lib/result.ts'

const term = (question_id: number, factor = 1) => ({ question_id, row_id: 0, column_id: 0, factor })
const ratio = {
  name: 'All',
  isRatio: true,
  numerator: [term(1), term(2, -1)],
  denominator: [term(1)],
  standardDeviation: [term(3)],
  multiplier: '100'
}
const draft: ChartDraft = {
  ...EMPTY_DRAFT,
  statistic: 'mean',
  chart_name: 'Posts filled',
  target_value: '9,5',
  series: [ratio]
}

test('a saved draft is read back unchanged', () => {
  const body = versionBody({ ...draft, definition: '<p>One.</p><p>Two &amp; &lt;three&gt;.</p>' })
  expect(body).toMatchObject({
    target_value: 9.5,
    axis_min: null,
    axis_max: null,
    definition_html: '<p>One.</p><p>Two &amp; &lt;three&gt;.</p>'
  })
  const stored = {
    chart: { ...body, chart_id: 1, version: 1 },
    metaData: body,
    parameters: body.chart_parameters.map((one, index) => ({
      ...one,
      chart_parameter_id: index + 1,
      chart_id: 1
    }))
  }
  const again = storedDraft(stored as never)
  expect(again).toEqual({
    ...draft,
    target_value: '9.5',
    definition: '<p>One.</p><p>Two &amp; &lt;three&gt;.</p>'
  })
  expect(body.chart_parameters.map(one => [one.parameter_role, one.factor, one.multiplier])).toEqual([
    ['numerator', 1, 100],
    ['numerator', -1, 100],
    ['denominator', 1, 1],
    ['standard_deviation', 1, 1]
  ])
})

test('a merge takes what only the other has changed, and keeps mine', () => {
  const mine = { ...draft, target_value: '8', unit: 'posts' }
  const theirs = { ...draft, target_value: '7', source_text: 'Census' }
  const merged = mergeDrafts(draft, mine, theirs)
  expect(merged).toEqual({ ...draft, target_value: '8', unit: 'posts', source_text: 'Census' })
  expect(changedFields(theirs, merged)).toEqual(['unit', 'target_value'])
})

test.each<[Partial<ChartDraft>, string, RegExp]>([
  [{ chart_name: ' ' }, 'chart_name', /required/],
  [{ target_value: 'ten' }, 'target_value', /Enter a number/],
  [{ axis_min: '5', axis_max: '5' }, 'axis_max', /above the start/],
  [{ series: [{ ...ratio, denominator: [] }] }, 'series.0', /needs a denominator/],
  [{ series: [{ ...ratio, numerator: [] }] }, 'series.0', /needs a numerator/],
  [{ series: [ratio, { ...ratio, numerator: [term(0)] }] }, 'series.1', /empty row/],
  [{ series: [{ ...ratio, multiplier: '' }] }, 'series.0', /Enter a number to multiply/],
  [{ series: [{ ...ratio, multiplier: '0' }] }, 'series.0', /other than 0/]
])('%o is refused at its field', (part, field, message) => {
  const errors = draftErrors({ ...draft, ...part }) as Record<string, string>
  expect(Object.keys(errors)).toEqual([field])
  expect(errors[field]).toMatch(message)
})

test('a valid draft has no errors, and the composition needs two series', () => {
  expect(draftErrors(draft)).toEqual({})
  expect(shownTabs(draft)).not.toContain('stacked')
  expect(shownTabs({ ...draft, series: [ratio, ratio] })).toContain('stacked')
  expect(shownTabs(draft)).not.toContain('funnel')
  expect(shownTabs({ ...draft, statistic: 'rate' })).toContain('funnel')
})

test('a refusal of the server finds its field', () => {
  const two = { ...draft, series: [ratio, ratio] }
  expect(errorOfRefusal(two, 'chart_parameters.4.question_id: this cell is already in the series')).toEqual({
    'series.1': 'This cell is already in the series.'
  })
  expect(errorOfRefusal(two, 'axis_min: must be below axis_max')).toEqual({
    axis_min: 'Axis from must be below axis_max.'
  })
  expect(errorOfRefusal(two, 'definition_html: must be shorter')).toHaveProperty('definition')
  expect(errorOfRefusal(two, 'Something else.')).toEqual({})
})

test('a chart that cannot be restored because of its figures says what to do', () => {
  const explained = (error: string) => explainRestoring(err(error))
  expect(explained('chart_parameters.0.aggregate: mean: needs a number')).toMatchObject({
    error: expect.stringMatching(/^Its questions have changed since it was retired\. Open the chart/)
  })
  expect(explained('version: reload it')).toMatchObject({ error: 'version: reload it' })
})
