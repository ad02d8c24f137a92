// Back, Forward and a reload return to where the reader was: how far the page was scrolled, and which link
// was followed from there.

import { isRecord } from '#lib/is-record.ts'
import { SECOND_MS } from '#lib/time/clock.ts'
import { readStoredJson, writeStored } from '#lib/web-storage.ts'

interface ScrollPosition {
  y: number
  /** The link that had the focus, by its address. */
  href: string | null
}

/** Longer than a page takes to load on a slow connection. Content that is added later no longer scrolls the page. */
const MAX_SCROLL_WAIT_MS = 60 * SECOND_MS
const RELOAD_KEY = 'scroll-before-reload'

/** By the position of the history entry. */
const positions = new Map<number, ScrollPosition>()
let pending: ScrollPosition | null = null

export function rememberScroll(position: number): void {
  const link = document.activeElement?.closest('main a[href]')
  positions.set(position, { y: scrollY, href: link?.getAttribute('href') ?? null })
}

/** The position to restore for the next screen; a new history entry starts at the top. */
export function setReturn(position: number, isTraversal: boolean): void {
  pending = isTraversal ? (positions.get(position) ?? null) : null
}

export function takeReturn(): ScrollPosition | null {
  const target = pending
  pending = null
  return target
}

/** Restores the scroll position after a reload. The browser's own restoration gives up before the content has loaded. */
export function keepScrollOverReload(): void {
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () =>
    writeStored('sessionStorage', RELOAD_KEY, JSON.stringify({ href: location.href, y: scrollY }))
  )
}

/** The position before the page was reloaded or left for another site; null on a first visit. */
export function scrollBeforeReload(): ScrollPosition | null {
  return isReturnToPage() ? keptScroll() : null
}

function isReturnToPage(): boolean {
  const [entry] = performance.getEntriesByType?.('navigation') ?? []
  return entry !== undefined && 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward')
}

function keptScroll(): ScrollPosition | null {
  const kept = readStoredJson('sessionStorage', RELOAD_KEY)
  const { href, y } = isRecord(kept) ? kept : {}
  return href === location.href && typeof y === 'number' ? { y, href: null } : null
}

/** Scrolls once the page is long enough, and focuses the link once it exists. Any input of the reader ends it. */
export function restoreScroll({ y, href }: ScrollPosition): void {
  const stop = new AbortController()
  const tryNow = (): void => {
    const reachable = document.documentElement.scrollHeight - innerHeight
    scrollTo(0, Math.min(y, Math.max(0, reachable)))
    const link =
      href === null ? null : document.querySelector<HTMLElement>(`main a[href="${CSS.escape(href)}"]`)
    link?.focus({ preventScroll: true })
    if (reachable >= y && (href === null || link !== null)) stop.abort()
  }
  tryNow()
  if (stop.signal.aborted) return
  const observer = new MutationObserver(tryNow)
  observer.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(() => stop.abort(), MAX_SCROLL_WAIT_MS)
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(event, () => stop.abort(), { signal: stop.signal, capture: true, passive: true })
  stop.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
}
