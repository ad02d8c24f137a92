import { expect, test } from 'vitest'
import { routes } from '#browser/app/routes.ts'
import { allViewings, pairwiseViewings, sights } from '../support/gate/matrix.ts'
import { screens } from '../support/screens.ts'

test('every route, role and state is looked at, in pairs and in all combinations', () => {
  expect(new Set(sights.map(({ address }) => address))).toEqual(new Set(routes.map(({ pattern }) => pattern)))
  expect(allViewings().map(({ sight }) => sight)).toEqual(sights)
  const rows = pairwiseViewings().flatMap(({ sight, conditions }) =>
    conditions.map(one => ({ ...sight, ...one }))
  )
  expect(rows.length).toBeLessThan(sights.length)
  for (const sight of sights)
    for (const [one, other] of [
      ['address', 'role'],
      ['address', 'state'],
      ['role', 'state']
    ] as const)
      expect(rows.some(row => row[one] === sight[one] && row[other] === sight[other])).toBe(true)
})

test('of all combinations, those under some conditions can be asked for', () => {
  const conditions = allViewings(['phone', 'red', 'pale yellow'])[0]?.conditions ?? []
  expect(new Set(conditions.map(({ window }) => window))).toEqual(new Set(['phone']))
  expect(new Set(conditions.map(({ brand }) => brand))).toEqual(new Set(['red', 'pale yellow']))
  expect(new Set(conditions.map(({ colours }) => colours))).toEqual(new Set(['usual', 'forced']))
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
