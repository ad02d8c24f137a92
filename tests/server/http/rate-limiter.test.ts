import { expect, test } from 'vitest'
import { login } from '#contract/auth.ts'
import { checkCaseCode } from '#contract/case-codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { LOGIN_FAILURE } from '#contract/failures.ts'
import { ApiError } from '#server/http/api-error.ts'
import { limitCall } from '#server/http/call-limits.ts'
import { addressGroup } from '#server/http/network-address.ts'
import { RateLimiter } from '#server/http/rate-limiter.ts'

const noon = new Date('2026-11-20T12:00:00.000Z')

function countUntilRefused(call: () => void): number {
  for (let count = 0; count < 1000; count++) {
    try {
      call()
    } catch (error) {
      expect(error).toMatchObject({ status: 429 })
      return count
    }
  }
  return 1000
}

test.each([
  ['wrong ones', new ApiError(401, LOGIN_FAILURE.incorrect), 30],
  ['right ones', null, 300],
  ['those that lack the one-time code', new ApiError(401, LOGIN_FAILURE.missingOtp), 300],
  ['those whose password has expired', new ApiError(403, LOGIN_FAILURE.passwordExpired), 300]
])('of logins, %s', (_, outcome, most) => {
  const limiter = new RateLimiter()
  expect(countUntilRefused(() => limitCall(limiter, login, '203.0.113.9', noon).settle(outcome))).toBe(most)
})

test('counts a login before checking it, so that concurrent ones cannot exceed the limit', () => {
  const limiter = new RateLimiter()
  expect(countUntilRefused(() => limitCall(limiter, login, '203.0.113.9', noon))).toBe(30)
})

test('one case code takes six hundred calls in a minute, from wherever; its address may hold many respondents', () => {
  const limiter = new RateLimiter()
  let calls = 0
  const call = (code: string) =>
    limitCall(limiter, checkCaseCode, `203.0.113.${++calls % 200}`, noon).countCaseCode(code)
  expect(countUntilRefused(() => call('1 7'))).toBe(600)
  expect(() => call('1 8')).not.toThrow()
})

test('calls of the same process have no address and are not counted', () => {
  const limiter = new RateLimiter()
  expect(countUntilRefused(() => limitCall(limiter, login, null, noon))).toBe(1000)
})

test('does not limit operations that need an account', () => {
  const limiter = new RateLimiter()
  const own = endpoint({ method: 'GET', path: 'own', access: 'viewer', summary: '', reply: 'file' })
  expect(countUntilRefused(() => limitCall(limiter, own, '203.0.113.9', noon))).toBe(1000)
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8:1:2::9]:51234', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
  ['2001:0DB8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['made up', 'made up']
])('%s counts as %s', (address, group) => expect(addressGroup(address)).toBe(group))

test('keeps its memory bounded for any number of made-up addresses', () => {
  const limiter = new RateLimiter()
  const [, limit] = login.rateLimits
  for (let number = 0; number < 150_000; number++) limiter.take(limit!, `made up ${number}`, noon)
  expect(limiter.size).toBeLessThanOrEqual(100_001)
  limiter.take(limit!, 'later', new Date(noon.getTime() + 60_000))
  expect(limiter.size).toBe(1)
})
