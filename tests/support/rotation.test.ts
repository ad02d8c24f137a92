import { expect, test } from 'vitest'
import { chooseInTurn, fifthInTurn } from './rotation.ts'

const turns = Array.from({ length: 60 }, (_, index) => `commit ${index}`)

test('each choice has its turn, also one that is undefined', () => {
  const chosen = turns.map(turn => chooseInTurn(['one', 'two', undefined], 'choices', turn))
  expect(new Set(chosen)).toEqual(new Set(['one', 'two', undefined]))
  expect(() => chooseInTurn([], 'choices')).toThrow('Nothing to choose from: choices.')
})

test('a fifth of the choices has its turn, and each is in one fifth', () => {
  const choices = [...turns.keys()]
  const fifths = new Set(turns.map(turn => fifthInTurn(choices, 'choices', turn).join()))
  expect(fifths.size).toBe(5)
  expect(
    [...fifths]
      .join()
      .split(',')
      .map(Number)
      .toSorted((a, b) => a - b)
  ).toEqual(choices)
})
