// Storage of the browser: as it is, edited by hand, and blocked.

import { afterEach, describe, expect, test, vi } from 'vitest'
import { readStored, readStoredJson, storedNames, writeStored } from '#lib/web-storage.ts'

afterEach(() => vi.unstubAllGlobals())

describe.each(['localStorage', 'sessionStorage'] as const)('%s', area => {
  test('returns what was stored, until it is removed', () => {
    writeStored(area, 'list', '[1]')
    expect([readStored(area, 'list'), readStoredJson(area, 'list')]).toEqual(['[1]', [1]])
    expect(storedNames(area)).toContain('list')
    writeStored(area, 'list', null)
    expect([readStored(area, 'list'), readStoredJson(area, 'list')]).toEqual([null, null])
  })

  test('an edited value that is not JSON reads as absent', () => {
    writeStored(area, 'list', '{')
    expect(readStoredJson(area, 'list')).toBeNull()
  })

  test('blocked storage reads as empty and throws nothing', () => {
    const blocked = new Proxy(
      {},
      {
        get: () => {
          throw new DOMException('Denied', 'SecurityError')
        },
        ownKeys: () => {
          throw new DOMException('Denied', 'SecurityError')
        }
      }
    )
    vi.stubGlobal(area, blocked)
    writeStored(area, 'list', '[1]')
    writeStored(area, 'list', null)
    expect([readStored(area, 'list'), readStoredJson(area, 'list'), storedNames(area)]).toEqual([
      null,
      null,
      []
    ])
  })
})
