// What is said of many measures together.

import { expect, test } from 'vitest'
import { tabSentence } from '#browser/charts/drawn-kinds.ts'
import { chartViewOf, type ChartView } from '#browser/charts/view/chart-view.ts'
import { movementText, chanceText, marksTitle } from '#browser/charts/words/many-claims.ts'
import { PERIOD } from '#tests/support/chart-reply.ts'
import { partsAnswer } from '#tests/support/parts-reply.ts'

const NO_MARKS = { better: 0, similar: 0, worse: 0, position: 0, none: 0 }

test('the title counts verdicts, and no position', () => {
  expect(marksTitle({ better: 6, similar: 24, worse: 4, position: 4, none: 4 })).toBe(
    'Similar to peers on 24 measures, better on 6, worse on 4'
  )
  expect(marksTitle({ ...NO_MARKS, better: 1, worse: 2, position: 9 })).toBe(
    'Better than peers on 1 measure, worse on 2'
  )
  expect(marksTitle({ ...NO_MARKS, position: 3 })).toBe(
    'Position among peers on 3 measures, without a verdict'
  )
  expect(marksTitle({ ...NO_MARKS, none: 5 })).toBe('Nothing to compare yet')
})

test('chance explains one tested measure in twenty, and at least one', () => {
  expect(chanceText(34)).toBe(
    'By chance alone, up to about 2 of 34 measures would differ from the mean of peers.'
  )
  expect(chanceText(6)).toContain('up to about 1 of 6 measures')
  expect(chanceText(0)).toBeNull()
})

test('what has changed is counted of measures with an earlier figure', () => {
  expect(movementText(['better', 'worse', 'better', 'same', 'unknown'], '2024')).toBe(
    'Since 2024: 2 better, 1 worse, 1 unchanged. A single change may be chance.'
  )
  expect(movementText(['unknown'], '2024')).toBeNull()
  expect(movementText(['better'], null)).toBeNull()
})

test('the sentence of the table counts its verdicts, and says nothing of them where sums are not disclosed', () => {
  const sentence = (view: ChartView): string =>
    tabSentence(view)
      .map(({ text }) => text)
      .join('')
  const view = chartViewOf(
    partsAnswer({
      statistic: 'rate',
      multiplier: 1000,
      output: 'table',
      parts: [[68, 9486], [96, 7200], [20, 11_000], [60, 9000], [55, 8000], [70, 10_000], [48, 7000], null],
      chart: { direction: 'lower' }
    }),
    PERIOD
  )
  const verdicts = view.compared.filter(({ role }) => role !== 'own').map(({ verdict }) => verdict?.verdict)
  const [better, similar, worse] = (['better', 'similar', 'worse'] as const).map(
    verdict => verdicts.filter(one => one === verdict).length
  )
  expect(sentence(view)).toBe(
    `Of 6 peers, ${better} ${better === 1 ? 'is' : 'are'} better than their mean, ${similar} similar to it and ${worse} worse. 8 submissions in total, with and without a value.`
  )
  const averages = { ...view.comparison.averages!, pooled: null }
  expect(sentence({ ...view, comparison: { ...view.comparison, averages } })).not.toMatch(/similar to it/)
})
