// What a server holds of its latest answers to charts.
import { expect, test } from 'vitest'
import { RecentAnswers } from '#server/benchmarks/chart-data/recent-answers.ts'

const answerOf = (edition: string, bytes: number) => ({ edition, json: new Uint8Array(bytes) })

test('only the edition that is asked for is found', () => {
  const recent = new RecentAnswers(100)
  recent.keep('a', answerOf('1', 10))
  expect(recent.find('a', '1')).toHaveLength(10)
  expect(recent.find('a', '2')).toBeNull()
  recent.keep('a', answerOf('2', 20))
  expect([recent.find('a', '1'), recent.find('a', '2')?.length, recent.bytes]).toEqual([null, 20, 20])
})

test('it never holds more than its bytes: what was not asked for the longest goes first', () => {
  const recent = new RecentAnswers(100)
  for (const key of ['a', 'b', 'c']) recent.keep(key, answerOf('1', 30))
  recent.find('a', '1')
  recent.keep('d', answerOf('1', 40))
  expect(['a', 'b', 'c', 'd'].filter(key => recent.find(key, '1') !== null)).toEqual(['a', 'c', 'd'])
  expect(recent.bytes).toBe(100)
  for (let number = 0; number < 1000; number++) {
    recent.keep(`e${number}`, answerOf('1', 1 + (number % 60)))
    expect(recent.bytes).toBeLessThanOrEqual(100)
  }
})

test('an answer that is larger than all there is room for is not held, and takes its older edition away', () => {
  const recent = new RecentAnswers(100)
  recent.keep('a', answerOf('1', 50))
  recent.keep('b', answerOf('1', 50))
  recent.keep('a', answerOf('2', 101))
  expect([recent.find('a', '1'), recent.find('a', '2'), recent.find('b', '1')?.length, recent.bytes]).toEqual(
    [null, null, 50, 50]
  )
})
