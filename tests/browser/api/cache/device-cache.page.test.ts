// What a device remembers for the next visit, and for whom.

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { shareReads } from '#browser/api/cache/cache.ts'
import { deduplicateReads, notePostedRead } from '#browser/api/cache/deduplicate-reads.ts'
import { cacheOwner, readCached, cacheValue } from '#browser/api/cache/device-cache.ts'
import { noteWrite } from '#browser/api/cache/shared-reads.ts'
import { storeToken } from '#browser/api/token.ts'
import { checkSession, expireSession, logOut, restoreSession } from '#browser/stores/session.ts'
import { setRuntimeConfig } from '#browser/stores/site-config.ts'
import { deleteCookie } from '#lib/cookie.ts'
import { pageConfig } from '#tests/support/page-config.ts'
import { aToken } from '#tests/support/token.ts'

const signInAs = (sub: string) => storeToken(aToken({ sub }))

beforeEach(() => {
  setRuntimeConfig(pageConfig)
  signInAs('7')
})

describe('the device remembers', () => {
  test('for the same user, programme and build', () => {
    cacheValue('list', [1])
    expect(readCached('list')).toEqual([1])
    signInAs('8')
    expect(readCached('list')).toBeUndefined()
    signInAs('7')
    setRuntimeConfig({ ...pageConfig, buildId: 'b2' })
    expect(readCached('list')).toBeUndefined()
    setRuntimeConfig({ ...pageConfig, programmeId: 2 })
    expect(readCached('list')).toBeUndefined()
  })

  test('nothing of another user once someone else has something to remember', () => {
    cacheValue('list', [1])
    signInAs('8')
    cacheValue('other', [2])
    expect(Object.keys(localStorage).filter(name => name.includes('list'))).toEqual([])
  })

  test('nothing after logging out', () => {
    cacheValue('list', ['Northfield General'])
    logOut()
    expect(Object.entries(localStorage).flat().join(' ')).not.toContain('Northfield')
  })

  test('nothing that arrives after its user has logged out, whether or not another user has logged in', () => {
    const asker = cacheOwner()
    logOut()
    cacheValue('list', ['Northfield General'], asker)
    cacheValue('list', ['Northfield General'])
    signInAs('8')
    cacheValue('list', ['Northfield General'], asker)
    expect(Object.entries(localStorage).flat().join(' ')).not.toContain('Northfield')
  })

  test.each([
    ['the token is refused or has expired', expireSession],
    ['another tab has removed the token', () => checkSession()]
  ])('nothing as soon as %s, while the page is open', (_, end) => {
    restoreSession()
    cacheValue('list', ['Northfield General'])
    deleteCookie('token')
    end()
    expect(Object.entries(localStorage).flat().join(' ')).not.toContain('Northfield')
  })

  test('no single thing that is too large, and of many only as much as there is room for', () => {
    cacheValue('large', 'x'.repeat(400_000))
    expect(readCached('large')).toBeUndefined()
    for (let index = 0; index < 12; index++) cacheValue(`part ${index}`, 'x'.repeat(250_000))
    const total = Object.values({ ...localStorage }).join('').length
    expect(total).toBeLessThan(1_600_000)
    expect(readCached('part 11')).toHaveLength(250_000)
  })

  test.each(['getItem', 'setItem'] as const)(
    'nothing, and harms nobody, where %s of the storage fails',
    name => {
      cacheValue('list', [1])
      const fail = (): never => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
      vi.stubGlobal(
        'localStorage',
        new Proxy(localStorage, {
          get: (storage, property) => {
            const value: unknown = Reflect.get(storage, property)
            return property === name ? fail : typeof value === 'function' ? value.bind(storage) : value
          }
        })
      )
      cacheValue('list', [2])
      readCached('list')
      vi.unstubAllGlobals()
      expect(readCached('list')).toBeUndefined()
    }
  )
})

describe('on the way to a screen', () => {
  let sent: string[] = []
  const send = deduplicateReads(async input => {
    const { url, method } = input as Request
    sent.push(`${method} ${url}`)
    return url.endsWith('/failing')
      ? new Response('', { status: 503 })
      : Response.json({ number: sent.length })
  }, 'http://api.example/')
  const get = async (path: string, authorization = 'Bearer a') =>
    (await send(`http://api.example/${path}`, { headers: { authorization } })).text()

  beforeEach(() => {
    sent = []
    shareReads()
  })

  test('the same GET is sent once, also while it is under way, and every caller reads all of it', async () => {
    const [one, other] = await Promise.all([get('a'), get('a')])
    expect([one, other, await get('a'), sent.length]).toEqual([
      '{"number":1}',
      '{"number":1}',
      '{"number":1}',
      1
    ])
    expect(await get('b')).toBe('{"number":2}')
  })

  test('a POST is sent once for each body if its path only reads', async () => {
    const post = (path: string, body: string) =>
      send(`http://api.example/${path}`, { method: 'POST', body, headers: { authorization: 'Bearer a' } })
    notePostedRead('figures/1')
    await Promise.all([post('figures/1?b=2', '{"a":1}'), post('figures/1?b=2', '{"a":1}')])
    await post('figures/1?b=2', '{"a":2}')
    await post('answers', '{}')
    await post('answers', '{}')
    expect(sent).toEqual([
      'POST http://api.example/figures/1?b=2',
      'POST http://api.example/figures/1?b=2',
      'POST http://api.example/answers',
      'POST http://api.example/answers'
    ])
  })

  test('does not share a request for another token, after a failure, for methods other than GET, or once the screen has loaded', async () => {
    await get('a')
    await get('a', 'Bearer b')
    await get('failing')
    await get('failing')
    for (let times = 0; times < 2; times++) await send('http://api.example/a', { method: 'POST' })
    noteWrite()
    await get('a')
    expect(sent).toHaveLength(7)
  })

  test('a request that the page has begun is taken over for the same token', async () => {
    const begun = (): Promise<Response> => Promise.resolve(new Response('begun'))
    globalThis.firstCalls = {
      authorization: 'Bearer a',
      responses: {
        'http://api.example/a': begun(),
        'http://api.example/lost': Promise.reject(new Error('offline'))
      }
    }
    shareReads()
    expect([await get('a'), await get('a', 'Bearer b'), await get('lost')]).toEqual([
      'begun',
      '{"number":1}',
      '{"number":2}'
    ])
  })
})
