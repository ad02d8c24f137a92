// What a file leaves in the global scope goes with its page: properties, timers and channels to other tabs.

import { threadId } from 'node:worker_threads'

/** What was begun since the last page ended. Packages keep the functions that they find when they are loaded, so all files of a worker share these. */
interface Begun {
  timers: Set<NodeJS.Timeout>
  channels: Set<BroadcastChannel>
}

const KEY = Symbol.for('begun by the page')

function watchBegun(): Begun {
  const timers: Begun['timers'] = new Set()
  const channels: Begun['channels'] = new Set()
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const start = globalThis[name]
    const watched = (...given: Parameters<typeof setTimeout>): NodeJS.Timeout => {
      const timer: NodeJS.Timeout = Reflect.apply(start, globalThis, given)
      timers.add(timer)
      return timer
    }
    Reflect.set(globalThis, name, Object.assign(watched, start))
  }
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      // Those of another worker are of another browser: threads of one process would hear each other.
      super(`${threadId}/${name}`)
      channels.add(this)
    }
  }
  return { timers, channels }
}

/** Returns a function that stops the timers that were begun since, except those of packages, which later pages use as well. */
export function watchTimers(): () => void {
  const names = ['setTimeout', 'setInterval'] as const
  const former = names.map(name => globalThis[name])
  const begun: NodeJS.Timeout[] = []
  names.forEach((name, index) => {
    const watched = (...given: Parameters<typeof setTimeout>): NodeJS.Timeout => {
      const timer: NodeJS.Timeout = Reflect.apply(former[index]!, globalThis, given)
      begun.push(timer)
      return timer
    }
    Reflect.set(globalThis, name, Object.assign(watched, former[index]))
  })
  return () => {
    names.forEach((name, index) => Reflect.set(globalThis, name, former[index]))
    for (const timer of begun) clearTimeout(timer)
  }
}

/** Vitest's own stay. */
const isOurs = (name: PropertyKey): boolean => !String(name).includes('vitest')

/** Remembers the global scope; returns what restores it and stops whatever was begun since. */
export function keepGlobals(): () => void {
  const { timers, channels }: Begun = (Reflect.get(globalThis, KEY) as Begun | undefined) ?? watchBegun()
  Reflect.set(globalThis, KEY, { timers, channels })
  const before = new Map(ownProperties())
  return () => {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
    for (const channel of channels) channel.close()
    channels.clear()
    for (const [name, now] of ownProperties()) {
      const then = before.get(name)
      if (then === undefined) Reflect.deleteProperty(globalThis, name)
      else if (now.value !== then.value || now.get !== then.get) Object.defineProperty(globalThis, name, then)
    }
  }
}

const ownProperties = (): [PropertyKey, PropertyDescriptor][] =>
  Reflect.ownKeys(globalThis)
    .filter(isOurs)
    .map(name => [name, Object.getOwnPropertyDescriptor(globalThis, name)!])
