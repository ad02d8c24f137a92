import { expect, test } from 'vitest'
import { chooseInTurn, thirdInTurn } from './rotation.ts'

const turns = Array.from({ length: 60 }, (_, index) => `commit ${index}`)

test('each choice has its turn, also one that is undefined', () => {
  const chosen = turns.map(turn => chooseInTurn(['one', 'two', undefined], 'choices', turn))
  expect(new Set(chosen)).toEqual(new Set(['one', 'two', undefined]))
  expect(() => chooseInTurn([], 'choices')).toThrow('Nothing to choose from: choices.')
})

test('a third of the choices has its turn, and each is in one third', () => {
  const choices = [...turns.keys()]
  const thirds = new Set(turns.map(turn => thirdInTurn(choices, 'choices', turn).join()))
  expect(thirds.size).toBe(3)
  expect(
    [...thirds]
      .join()
      .split(',')
      .map(Number)
      .toSorted((a, b) => a - b)
  ).toEqual(choices)
})
