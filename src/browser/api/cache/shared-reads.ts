// Deduplicates reads while a screen loads: a GET, or a POST that only reads, is shared with every part of the page that asks for the same, until a
// write makes the replies old. The reads of each address are remembered, and the page's inline script (src/pages/_shell/first-calls.js) sends
// them on the next visit, before the island's code is there.

import { noteReply } from '#lib/time/server-clock.ts'
import { cacheValue, readCached } from './device-cache.ts'

declare global {
  // A script in the page and the island's modules have only the global scope in common.
  var firstCalls:
    | {
        /** Null where nobody is logged in. */
        authorization: string | null
        /** By read: the address, and the body of a POST on a line below it. */
        responses: Record<string, Promise<Response>>
      }
    | undefined
}

interface SharedRead {
  authorization: string | null
  response: Promise<Response>
}

interface SharedReads {
  /** By name; null while nothing is shared. */
  shared: Map<string, SharedRead> | null
  /** The names of those that this address has asked for. */
  asked: Set<string>
  /** What the address of every call begins with. */
  prefix: string
}

export const reads: SharedReads = { shared: null, asked: new Set(), prefix: '' }
type EarlyReads = NonNullable<typeof globalThis.firstCalls>
/** Reads that the page's script has begun and no caller has taken over. It may begin more while the island loads. */
let early: EarlyReads = { authorization: null, responses: {} }

function takeOver(read: string): void {
  const response = early.responses[read]
  if (response === undefined) return
  delete early.responses[read]
  void response.then(noteReply, () => {})
  void shareRead(read, { authorization: early.authorization, response })
}

/** The shared read of this name. */
export function findShared(read: string): SharedRead | undefined {
  takeOver(read)
  return reads.shared?.get(read)
}

/** Lets the reply to one read, below the API's prefix, answer another that asks for the same. The next visit begins with that one. */
export function answerAlso(asked: string, other: string): void {
  const [read, same] = [reads.prefix + asked, reads.prefix + other]
  const known = findShared(read)
  if (known === undefined) return
  reads.shared?.set(same, known)
  reads.asked.delete(read)
}

let writes = 0
let stopWaiting: (() => void) | undefined

/** Starts to share reads, for the next screen. The page's first screen takes over those that the page's script has sent. */
export function shareReads(): void {
  stopWaiting?.()
  Object.assign(reads, { shared: new Map(), asked: new Set() })
  early = globalThis.firstCalls ?? { authorization: null, responses: {} }
  globalThis.firstCalls = undefined
  for (const read of Object.keys(early.responses)) takeOver(read)
}

/** Notes that this page writes: what is read from now on must not be from before. */
export function noteWrite(): void {
  writes += 1
  reads.shared = null
}

/** How many calls of this page have written: a reply from before the last one may be old. */
export const writesSoFar = (): number => writes

/** Shares a read until it fails. */
export function shareRead(name: string, read: SharedRead): Promise<Response> {
  const sharedNow = reads.shared
  sharedNow?.set(name, read)
  // A failure is not passed on: whoever asks again has the call sent again.
  const forget = (): void => {
    if (sharedNow?.get(name) === read) sharedNow.delete(name)
  }
  read.response.then(response => response.ok || forget(), forget)
  return read.response
}

/** After this a screen has asked for what it begins with. */
const SETTLING_MS = 2000

/** Stops sharing reads once the screen that is there now has asked for what it begins with, and remembers them for the next visit. */
export function settleReads(isFirst: boolean, isLoggedIn: () => boolean): void {
  stopWaiting?.()
  const address = location.pathname + location.search
  const stop = (): void => {
    clearTimeout(timer)
    removeEventListener('pagehide', stop)
    stopWaiting = undefined
    reads.shared = null
    if (isLoggedIn()) rememberCalls(address, isFirst)
  }
  const timer = setTimeout(stop, SETTLING_MS)
  addEventListener('pagehide', stop)
  stopWaiting = stop
}

// The inline script of the page reads this name and these fields as well (src/pages/_shell/first-calls.js).
const FIRST_CALLS_KEY = 'first-calls'
interface FirstCalls {
  /** Reads below the API's prefix, by address of the page; the newest page last. */
  pages: Record<string, string[]>
  /** What every page has asked for: begun on pages that were not visited before. */
  everywhere: string[]
}

const MAX_PAGES = 30
const MAX_CALLS = 24
/** As many as the figures of charts that are under way at once (product 18). */
const MAX_POSTED = 4
const MAX_BODY_LENGTH = 2000

const isPosted = (read: string): boolean => read.includes('\n')

/** After a navigation within the page, the calls of the address are its own and those of every page: the shared data was loaded already. */
function rememberCalls(address: string, isFirst: boolean): void {
  const { length } = reads.prefix
  const all = [...reads.asked].filter(
    read => read.startsWith(reads.prefix) && read.length <= length + MAX_BODY_LENGTH
  )
  const posted = new Set(all.filter(isPosted).slice(0, MAX_POSTED))
  const own = all.filter(read => !isPosted(read) || posted.has(read)).map(read => read.slice(length))
  const cached = readCached(FIRST_CALLS_KEY) as Partial<FirstCalls> | undefined
  const { [address]: _, ...others } = cached?.pages ?? {}
  const everywhere = cached?.everywhere ?? []
  const newest = Object.entries(others).slice(1 - MAX_PAGES)
  const last = new Set(newest.at(-1)?.[1] ?? own)
  const calls = [...new Set(isFirst ? own : [...everywhere, ...own])].slice(0, MAX_CALLS)
  cacheValue(FIRST_CALLS_KEY, {
    pages: { ...Object.fromEntries(newest), [address]: calls },
    everywhere: isFirst ? own.filter(call => last.has(call)) : everywhere
  } satisfies FirstCalls)
}
