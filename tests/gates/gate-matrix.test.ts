import { expect, test } from 'vitest'
import { routes } from '#browser/app/routes.ts'
import { brands, windows } from '#tests/support/gate/conditions.ts'
import {
  allViewings,
  pairwiseViewings,
  sights,
  viewingsInTurn,
  type Viewing
} from '#tests/support/gate/matrix.ts'
import { views } from '#tests/support/gate/views.ts'
import { moments, peopleAt } from '#tests/support/role-moments.ts'
import { chooseInTurn, chooseSome } from '#tests/support/rotation.ts'
import { screens } from '#tests/support/screens.ts'

test('every route, role and state is looked at, in pairs and in all combinations', () => {
  expect(new Set(sights.map(({ address }) => address))).toEqual(new Set(routes.map(({ pattern }) => pattern)))
  expect(allViewings().map(({ sight }) => sight)).toEqual(sights)
  const rows = pairwiseViewings().flatMap(({ sight, conditions }) =>
    conditions.map(one => ({ ...sight, ...one }))
  )
  expect(rows.length * 50).toBeLessThan(allViewings().reduce((sum, one) => sum + one.conditions.length, 0))
  for (const sight of sights)
    for (const [one, other] of [
      ['address', 'role'],
      ['address', 'state'],
      ['role', 'state'],
      ['address', 'view']
    ] as const)
      expect(rows.some(row => row[one] === sight[one] && row[other] === sight[other])).toBe(true)
})

test('every tab of a chart and each builder is looked at in every window and every colour', () => {
  const rows = pairwiseViewings()
  const named = Object.entries(views).flatMap(([address, ofAddress]) =>
    Object.keys(ofAddress).map(view => ({ address, view }))
  )
  expect(named.length).toBeGreaterThan(10)
  for (const { address, view } of named) {
    const conditions = rows
      .filter(({ sight }) => sight.address === address && sight.view === view)
      .flatMap(one => one.conditions)
    expect(new Set(conditions.map(({ window }) => window))).toEqual(new Set(Object.keys(windows)))
    expect(new Set(conditions.map(({ brand }) => brand))).toEqual(new Set(Object.keys(brands)))
  }
})

/** As many commits as a rotation needs, by far. */
const turns = Array.from({ length: 1500 }, (_, index) => `commit ${index}`)

test('the content of an address and one other state are looked at each day, and over the commits every state under every pair', () => {
  const looksOf = (viewings: Viewing[]): string[] =>
    viewings.flatMap(({ sight, conditions }) => conditions.map(one => JSON.stringify({ ...sight, ...one })))
  const statesAt = (viewings: readonly Viewing[], address: string): string[] =>
    viewings.flatMap(({ sight }) => (sight.address === address ? sight.state : []))
  expect(viewingsInTurn('one commit')).toEqual(viewingsInTurn('one commit'))
  const days = turns.map(turn => viewingsInTurn(turn))
  for (const day of days)
    for (const { pattern } of routes) {
      const [content, ...others] = statesAt(day, pattern)
      const hasOthers = sights.some(({ address, state }) => address === pattern && state !== 'content')
      expect([content, others.length]).toEqual(['content', hasOthers ? 1 : 0])
    }
  expect(new Set(days.flatMap(looksOf))).toEqual(new Set(looksOf(pairwiseViewings())))
})

test('every person meets every moment over the commits, and each meets one of them a day', () => {
  const days = turns.map(turn =>
    Object.keys(moments).flatMap(moment => peopleAt(moment, turn).map(([name]) => `${moment}: ${name}`))
  )
  const everyone = new Set(days.flat().map(pair => pair.split(': ')[1]))
  for (const day of days) expect(new Set(day.map(pair => pair.split(': ')[1]))).toEqual(everyone)
  expect(new Set(days.flat()).size).toBe(Object.keys(moments).length * everyone.size)
})

test('some of many come in their turn, and each comes as often as the others', () => {
  const days = turns.map(turn => chooseSome(['a', 'b', 'c', 'd'], 2, 'letters', turn))
  for (const day of days) expect(day).toHaveLength(2)
  expect(new Set(days.flat())).toEqual(new Set(['a', 'b', 'c', 'd']))
  expect(() => chooseInTurn([], 'nothing')).toThrow('Nothing to choose from: nothing.')
})

test('of all combinations, those under some conditions can be asked for', () => {
  const conditions = allViewings(['phone', 'red', 'pale yellow'])[0]?.conditions ?? []
  expect(new Set(conditions.map(({ window }) => window))).toEqual(new Set(['phone']))
  expect(new Set(conditions.map(({ brand }) => brand))).toEqual(new Set(['red', 'pale yellow']))
  expect(new Set(conditions.map(({ colours }) => colours))).toEqual(new Set(['usual', 'forced']))
  expect(allViewings(['all'])).toEqual(allViewings())
  expect(() => allViewings(['violet'])).toThrow('No condition is called violet')
})

test('who is led elsewhere from a screen, is so by the guards of its route', () => {
  const told = routes.map(({ pattern }) => {
    const { role, isOpen = false } = screens[pattern]
    return { pattern, isOpen, isForMembers: role !== undefined && !isOpen }
  })
  expect(told).toEqual(
    routes.map(({ pattern, guards }) => ({
      pattern,
      isOpen: screens[pattern].role !== undefined && guards.length === 0,
      isForMembers: guards.some(guard => guard === 'auth')
    }))
  )
})
