// Other software on the host may set a cookie of the token's name. No page fails because of it.

import { beforeEach, expect, test, vi } from 'vitest'
import { readToken } from '#browser/api/token.ts'
import { $session, checkSession, restoreSession } from '#browser/stores/session.ts'
import { setRuntimeConfig } from '#browser/stores/site-config.ts'
import { deleteCookie } from '#lib/cookie.ts'
import { pageConfig } from '#tests/support/page-config.ts'
import { aToken } from '#tests/support/token.ts'

beforeEach(() => setRuntimeConfig(pageConfig))

test.each(['%', '%E0%A4%A', '%00', 'ä', '%0A', 'a.b.c', '{}', '.', '%C3%A4.eyJ9.x', ' ', ';'])(
  'a cookie token=%s of other software is no session and breaks nothing',
  value => {
    document.cookie = `token=${value}; Path=/`
    restoreSession()
    checkSession()
    expect($session.get().isAuthenticated).toBe(false)
    expect(() => readToken()).not.toThrow()
    deleteCookie('token')
  }
)

test('a token is found beside a cookie of the same name that cannot be read', () => {
  const token = aToken()
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(`other=%; token=%; token=${token}`)
  expect(readToken()).toBe(token)
  vi.restoreAllMocks()
})
