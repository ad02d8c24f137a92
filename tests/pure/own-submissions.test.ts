import { expect, test } from 'vitest'
import { chartViewOf } from '#charts/chart-view.ts'
import { kindNotes, kinds, kindTable } from '#charts/kinds.ts'
import { chartAnswer, PERIOD, type AnswerRequest } from '../support/chart-reply.ts'
import { breakable, drawContext, stopTexts } from '../support/draw-context.ts'

const values: AnswerRequest['values'] = [14, 9, 2, 20, 9.5, 7, 12, null, 'held', 5]

/** The first `ownCount` and the ones named are of the own organisation. */
function viewOf(own: readonly number[]) {
  const names = values.map((_, at) => `Ward ${at}`)
  const answer = chartAnswer({ values, names, output: 'own_submissions' })
  for (const value of answer.series[0]!.values) value.is_own = own.includes(value.submission_id! - 1)
  return chartViewOf(answer, PERIOD)
}

const kind = kinds.own_submissions
if (kind.is !== 'figure') throw new Error('no figure')
const { figure: draw, absence } = kind

test('each submission of the organisation has a line, highest first, with its name and its value or why there is none', () => {
  const view = viewOf([0, 2, 3, 7, 8])
  const figure = draw(view, drawContext)
  const [dots] = figure.data as unknown as { x: (number | null)[]; y: number[]; marker: { size: number[] } }[]
  expect(dots!.x).toEqual([20, 14, 2, null, null])
  expect(dots!.y).toEqual([0, 1, 2, 3, 4])
  expect(dots!.marker.size.indexOf(Math.max(...dots!.marker.size))).toBe(1)
  const texts = figure.layout.annotations!.map(({ text }) => breakable(String(text)))
  expect(texts).toEqual(
    expect.arrayContaining(['Ward 3', '20.0%', 'Ward 8', 'held back', 'Ward 7', 'no value'])
  )
  expect(stopTexts(figure)[figure.firstStop]).toContain('Ward 0, own: 14.0%')
  // Of the others: 9, 2, 20, 9.5, 7, 12, 5.
  expect(texts).toEqual(expect.arrayContaining(['Median 9.0, n 7', '%']))
  expect(kindNotes(view)).toEqual([
    'Of 3 submissions of the organisation with a value, 2 lie above the median of the others and 1 below.'
  ])
  expect(kindTable(view)?.rows).toEqual([
    ['Ward 3', 20, 11, '8 of 8'],
    ['Ward 0', 14, 5, '7 of 8'],
    ['Ward 2', 2, -7, '1 of 8'],
    ['Ward 8', null, null, ''],
    ['Ward 7', null, null, '']
  ])
})

test('it does not begin at 0, and without averages it has no lines of them', () => {
  const { layout } = draw(viewOf([0, 3]), { ...drawContext, averages: [] })
  expect((layout.xaxis!.range as number[])[0]).toBeGreaterThan(0)
  expect(layout.annotations!.some(({ text }) => String(text).startsWith('Median'))).toBe(false)
})

test('with one submission, or none, it says what it would compare', () => {
  expect(absence?.(viewOf([0, 1]))).toBeNull()
  expect(absence?.(viewOf([0]))).toContain('one submission')
  const { own: _, ...rest } = viewOf([0])
  expect(absence?.({ ...rest, own: null, entries: [], heldBack: [], missing: [] })).toContain(
    'Choose a submission'
  )
})
