import { expect, test } from 'vitest'
import { routes } from '#app/routes.ts'
import { allViewings, pairwiseViewings, sights } from '../support/gate/matrix.ts'

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
