// The browser's storage can be blocked, full or edited by hand. Then nothing is found there, and what is written lasts as long as the page.

type StorageArea = 'localStorage' | 'sessionStorage'

const tryStorage = <T>(otherwise: T, work: () => T): T => {
  try {
    return work()
  } catch {
    return otherwise
  }
}

export const readStored = (area: StorageArea, name: string): string | null =>
  tryStorage(null, () => globalThis[area].getItem(name))

/** The value that was stored as JSON; null where there is none that can be read. */
export const readStoredJson = (area: StorageArea, name: string): unknown =>
  tryStorage(null, () => JSON.parse(readStored(area, name) ?? 'null'))

/** Stores a text; null removes it. */
export const writeStored = (area: StorageArea, name: string, text: string | null): void =>
  tryStorage(undefined, () =>
    text === null ? globalThis[area].removeItem(name) : globalThis[area].setItem(name, text)
  )

export const storedNames = (area: StorageArea): string[] =>
  tryStorage([], () => Object.keys(globalThis[area]))
