// What an address asks for first is remembered, so that its next visit begins these calls with the page, before the island's code is there.

import { apiAddress } from '#browser/api/transport.ts'
import { readCached, cacheValue } from './device-cache.ts'
import { stopSharingGets, shareGets } from './shared-gets.ts'

// The inline script of the page reads these names as well (src/pages/_shell/first-calls.js).
const FIRST_CALLS_KEY = 'first-calls'
interface FirstCallsOf {
  /** Addresses below the API's prefix, by address of the page; the newest page last. */
  pages: Record<string, string[]>
  /** What every page has asked for: begun on pages that were not visited before. */
  everywhere: string[]
}

const MAX_PAGES = 30
const MAX_CALLS = 24

/** After this a screen has asked for what it begins with. */
const SETTLING_MS = 2000

let settle: (() => void) | undefined

/** A visit begins: its calls are shared. */
export function beginCalls(): void {
  settle?.()
  shareGets()
}

/** The screen is there: what it asks for first is still shared. */
export function settleCalls(isFirst: boolean, isLoggedIn: () => boolean): void {
  settle?.()
  const address = location.pathname + location.search
  const stop = (): void => {
    clearTimeout(timer)
    removeEventListener('pagehide', stop)
    settle = undefined
    const asked = stopSharingGets()
    if (isLoggedIn()) rememberCalls(address, asked, isFirst)
  }
  const timer = setTimeout(stop, SETTLING_MS)
  addEventListener('pagehide', stop)
  settle = stop
}

/** What a page asks for that was not loaded but gone to is only its own part: the rest was there. */
function rememberCalls(address: string, asked: readonly string[], isFirst: boolean): void {
  const prefix = apiAddress()
  const own = asked.filter(url => url.startsWith(prefix)).map(url => url.slice(prefix.length))
  const { pages, everywhere } = rememberedCalls()
  const { [address]: _, ...others } = pages
  const newest = Object.entries(others).slice(1 - MAX_PAGES)
  const last = new Set(newest.at(-1)?.[1] ?? own)
  const calls = [...new Set(isFirst ? own : [...everywhere, ...own])].slice(0, MAX_CALLS)
  cacheValue(FIRST_CALLS_KEY, {
    pages: { ...Object.fromEntries(newest), [address]: calls },
    everywhere: isFirst ? own.filter(call => last.has(call)) : everywhere
  } satisfies FirstCallsOf)
}

function rememberedCalls(): FirstCallsOf {
  const kept = readCached(FIRST_CALLS_KEY) as Partial<FirstCallsOf> | undefined
  return { pages: kept?.pages ?? {}, everywhere: kept?.everywhere ?? [] }
}
