import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { $newBuild } from '#browser/app/view.ts'
import { throttledReload } from '#browser/app/watch/chunk-reload.ts'
import { watchVersion } from '#browser/app/watch/new-version.ts'
import { setVisibility } from '#tests/support/page.ts'

describe('a new version (spec 2; product 20)', () => {
  let published: unknown
  let looks: string[]
  let stop: () => void

  beforeEach(() => {
    vi.useFakeTimers()
    $newBuild.set(null)
    published = { id: 'one', timestamp: '2026-11-20T10:00:00Z' }
    looks = []
    vi.spyOn(globalThis, 'fetch').mockImplementation(async address => {
      looks.push(address as string)
      return published instanceof Response ? published : Response.json(published)
    })
  })
  afterEach(() => {
    stop()
    setVisibility('visible')
    vi.restoreAllMocks()
  })

  test('a build id other than the page’s own is announced with its notes', async () => {
    stop = watchVersion('one', () => 0.5)
    await vi.advanceTimersByTimeAsync(0)
    expect($newBuild.get()).toBeNull()
    published = { id: 'two', notes: 'Faster grids.' }
    await vi.advanceTimersByTimeAsync(60_000)
    expect($newBuild.get()).toEqual({ id: 'two', notes: 'Faster grids.' })
  })

  test('a deployment that is taken back is news no more', async () => {
    published = { id: 'two' }
    stop = watchVersion('one', () => 0.5)
    await vi.advanceTimersByTimeAsync(0)
    expect($newBuild.get()).toEqual({ id: 'two', notes: '' })
    published = { id: 'one' }
    await vi.advanceTimersByTimeAsync(60_000)
    expect($newBuild.get()).toBeNull()
  })

  test.each([
    [0, 54_000],
    [1, 66_000]
  ])('the next look comes after a minute give or take a tenth, never from a cache', async (random, wait) => {
    stop = watchVersion('one', () => random)
    await vi.advanceTimersByTimeAsync(0)
    await vi.advanceTimersByTimeAsync(wait - 1)
    expect(looks).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(looks).toHaveLength(2)
    expect(looks[0]).toMatch(/^\/builds\/latest\.json\?at=\d+$/)
    expect(new Set(looks).size).toBe(2)
  })

  test('it rests while the page is hidden and looks as soon as it is seen', async () => {
    stop = watchVersion('one', () => 0.5)
    await vi.advanceTimersByTimeAsync(0)
    setVisibility('hidden')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(looks).toHaveLength(1)
    setVisibility('visible')
    expect(looks).toHaveLength(2)
  })

  test.each([
    ['gone', () => new Response('', { status: 404 })],
    ['HTML', () => new Response('<html>')],
    ['without an id', () => ({ timestamp: 'x' })],
    ['null', () => null]
  ])('a file that is %s says nothing', async (_, content) => {
    published = content()
    stop = watchVersion('one', () => 0.5)
    await vi.advanceTimersByTimeAsync(0)
    expect(looks).toHaveLength(1)
    expect($newBuild.get()).toBeNull()
  })
})

describe('code that cannot be loaded (spec 4 and 9)', () => {
  const reload = vi.fn<() => void>()
  beforeEach(() => {
    vi.useFakeTimers()
    reload.mockClear()
    vi.spyOn(location, 'reload').mockImplementation(reload)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  const reloadsAt = (milliseconds: number, path: string): boolean => {
    vi.setSystemTime(milliseconds)
    return throttledReload(path)
  }

  test('reloads at most once per 10 seconds for the same path', () => {
    expect(reloadsAt(50_000, '/projects')).toBe(true)
    expect(reloadsAt(59_999, '/projects')).toBe(false)
    expect(reloadsAt(59_999, '/documents')).toBe(true)
    expect(reloadsAt(60_000, '/projects')).toBe(true)
    expect(reload).toHaveBeenCalledTimes(3)
    expect(sessionStorage.getItem('chunk-reload:/projects')).toBe('60000')
  })

  test('a clock that was set back does not block the reload', () => {
    expect(reloadsAt(90_000_000, '/users')).toBe(true)
    expect(reloadsAt(90_000_000 - 5_000, '/users')).toBe(false)
    expect(reloadsAt(10_000_000, '/users')).toBe(true)
  })

  test('without a connection the page stays, and nothing is counted', () => {
    const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(reloadsAt(10_001, '/offline')).toBe(false)
    expect(reload).not.toHaveBeenCalled()
    connection.mockReturnValue(true)
    expect(reloadsAt(10_002, '/offline')).toBe(true)
  })

  test('without storage nothing is reloaded, because reloads could not be counted', () => {
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: full })
    expect(reloadsAt(10_001, '/blocked')).toBe(false)
    expect(reload).not.toHaveBeenCalled()
    vi.unstubAllGlobals()
  })
})
