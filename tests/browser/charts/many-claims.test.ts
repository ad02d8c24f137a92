// What is said of many measures together.

import { expect, test } from 'vitest'
import { movementText, chanceText, marksTitle } from '#browser/charts/words/many-claims.ts'

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
