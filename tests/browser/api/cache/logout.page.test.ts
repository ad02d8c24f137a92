// What a user was shown is gone at the logout, whichever store it is in. A respondent goes on.

import { beforeEach, expect, test } from 'vitest'
import { loadableStore } from '#browser/api/cache/cache.ts'
import { $session, logOut } from '#browser/stores/session.ts'
import { setRuntimeConfig } from '#browser/stores/site-config.ts'
import { ok } from '#lib/result.ts'
import { pageConfig } from '#tests/support/page-config.ts'

beforeEach(() => {
  setRuntimeConfig(pageConfig)
  $session.set({ isAuthenticated: true, user: null, userEmail: '' })
})

test('what one user has loaded is not there for the next, and not for a visitor', () => {
  const store = loadableStore<string>()
  store.settle('documents', ok('of the organisation'))
  logOut()
  expect(store.get()).toEqual({ state: 'loading' })
})

test('a load that a user has begun does not end in the store of the next', async () => {
  const store = loadableStore<string>()
  const reply = Promise.withResolvers<string>()
  const loading = store.load('documents', async () => ok(await reply.promise))
  logOut()
  reply.resolve('of the organisation')
  await loading
  expect(store.get()).toEqual({ state: 'loading' })
})

test('a survey stays open when someone logs out in another tab', () => {
  const store = loadableStore<string>({ isOfUser: false })
  store.settle('case', ok('answers'))
  logOut()
  expect(store.get()).toEqual({ state: 'ready', value: 'answers' })
})
