// Records the first requests of each address, so that the next visit sends them with the page, before the island's code has loaded.

import { apiAddress } from '#browser/api/transport.ts'
import { readCached, cacheValue } from './device-cache.ts'
import { stopSharingGets, shareGets } from './shared-gets.ts'

// The inline script of the page reads these names as well (src/pages/_shell/first-calls.js).
const FIRST_CALLS_KEY = 'first-calls'
interface FirstCallsOf {
  /** Addresses below the API's prefix, by address of the page; the newest page last. */
  pages: Record<string, string[]>
  /** The requests that every page makes: sent early on pages that were not visited before. */
  everywhere: string[]
}

const MAX_PAGES = 30
const MAX_CALLS = 24

/** By then a screen has sent its first requests. */
const SETTLING_MS = 2000

let settle: (() => void) | undefined

/** Starts a visit: its GETs are shared. */
export function beginCalls(): void {
  settle?.()
  shareGets()
}

/** The screen is shown; its first requests are still shared. */
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

/** After an in-app navigation, record only this page's calls; shared data was already loaded. */
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
