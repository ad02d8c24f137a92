import { expect, test } from 'vitest'
import { responsesByDay } from '#domain/questionnaires/response-rate.ts'

test('every day from the first response to today, with the share of codes so far', () => {
  const responses = [
    { response_date: '2026-02-27', completed_count: 1 },
    { response_date: '2026-03-01', completed_count: 2 }
  ]
  expect(responsesByDay(responses, 4, '2026-03-02')).toEqual([
    { day: '2026-02-27', count: 1, total: 1, rate: 0.25 },
    { day: '2026-02-28', count: 0, total: 1, rate: 0.25 },
    { day: '2026-03-01', count: 2, total: 3, rate: 0.75 },
    { day: '2026-03-02', count: 0, total: 3, rate: 0.75 }
  ])
})

test('nothing without a response, and a device whose clock is behind still shows each', () => {
  expect(responsesByDay([], 4, '2026-03-02')).toEqual([])
  const ahead = responsesByDay([{ response_date: '2026-03-05', completed_count: 4 }], 4, '2026-03-02')
  expect(ahead).toEqual([{ day: '2026-03-05', count: 4, total: 4, rate: 1 }])
})
