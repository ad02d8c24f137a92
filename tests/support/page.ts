// The page of a client test: document, address, history and storage are happy-dom's, but requests, responses and streams remain Node's, so that the
// real server accepts them. Every file gets one before it is loaded (fresh-page.ts).

import { Window } from 'happy-dom'

const ADDRESS = 'http://wards.localhost:4321/'

const window = new Window({ url: ADDRESS, width: 1280, height: 800 })
// In a browser a download or a mail link leaves the page where it is; happy-dom goes there, a moment later.
const openAddress = window.open.bind(window)
Reflect.set(window, 'open', (url = '', ...rest: [string?, string?]) =>
  /^(blob|data|mailto):/.test(url) ? null : openAddress(url, ...rest)
)
// One clock for both, which a test may stop.
for (const name of ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const)
  Reflect.set(window, name, (...given: Parameters<typeof setTimeout>) =>
    Reflect.apply(globalThis[name], globalThis, given)
  )
const kept = new Set([
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'Blob',
  'File',
  'URL',
  'URLSearchParams',
  'AbortController',
  'AbortSignal'
])
const timers = new Set([
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'queueMicrotask',
  'performance',
  'crypto',
  'console'
])

for (const name of Object.getOwnPropertyNames(window)) {
  const isNodes =
    kept.has(name) ||
    timers.has(name) ||
    (name in globalThis &&
      /^[A-Z]/.test(name) &&
      !/^(Event|CustomEvent|EventTarget|StorageEvent|Storage)$/.test(name))
  if (isNodes || name === 'undefined' || name === 'globalThis' || name === 'global') continue
  const value: unknown = Reflect.get(window, name)
  const isMethod = typeof value === 'function' && !/^[A-Z]/.test(name)
  Object.defineProperty(globalThis, name, {
    value: isMethod ? value.bind(window) : value,
    configurable: true,
    writable: true
  })
}
Object.assign(globalThis, {
  window,
  document: window.document,
  self: globalThis,
  IS_REACT_ACT_ENVIRONMENT: true
})
for (const name of ['location', 'history', 'navigator', 'localStorage', 'sessionStorage'] as const) {
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true })
}

/** Sets the page's address without a navigation. */
export function openAt(path: string): void {
  window.happyDOM.setURL(new URL(path, ADDRESS).href)
}

/** Simulates another tab that writes to storage. */
export function hearFromOtherTab(key: string, newValue: string): void {
  window.dispatchEvent(new window.StorageEvent('storage', { key, newValue }))
}

export function setVisibility(state: 'visible' | 'hidden'): void {
  Object.defineProperty(window.document, 'visibilityState', { value: state, configurable: true })
  window.document.dispatchEvent(new window.Event('visibilitychange'))
}

/** Does something before the page shows what others have saved meanwhile: while it is seen, a section asks for that every few seconds. */
export async function beforeNextRefresh(work: () => Promise<unknown>): Promise<void> {
  setVisibility('hidden')
  await work()
  setVisibility('visible')
}

/** Empties what a device keeps for the site. */
export function clearStores(): void {
  window.localStorage.clear()
  window.sessionStorage.clear()
  for (const pair of window.document.cookie.split('; '))
    window.document.cookie = `${pair.split('=')[0]}=; Max-Age=-1; Path=/`
}

/** Returns a function that removes the listeners that the window has been given since. */
export function watchListeners(): () => void {
  const { addEventListener: add } = globalThis
  const added: Parameters<typeof add>[] = []
  const watched = (...listener: Parameters<typeof add>): void => {
    added.push(listener)
    add(...listener)
  }
  for (const target of [globalThis, window]) Reflect.set(target, 'addEventListener', watched)
  return () => {
    for (const target of [globalThis, window]) Reflect.set(target, 'addEventListener', add)
    for (const [type, listener, options] of added) removeEventListener(type, listener, options)
  }
}

export const closePage = (): Promise<void> => window.happyDOM.close()
