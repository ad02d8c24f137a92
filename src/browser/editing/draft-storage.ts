import * as v from 'valibot'

export interface DraftStorage<Draft> {
  read: (key: string) => Draft | null
  store: (key: string, draft: Draft) => void
  remove: (key: string) => void
  /** The keys below a prefix. */
  keysUnder: (prefix: string) => string[]
}

/** Drafts of one kind stay on this device until they are saved or discarded. Their key begins with the user who made them. */
export function createDraftStorage<Draft>(
  kind: string,
  schema: v.GenericSchema<unknown, Draft>
): DraftStorage<Draft> {
  const name = (key: string): string => `${kind}/${key}`
  return {
    read: key =>
      tryStorage(null, () => {
        const reading = v.safeParse(schema, JSON.parse(localStorage.getItem(name(key)) ?? 'null'))
        return reading.success ? reading.output : null
      }),
    store: (key, draft) =>
      tryStorage(undefined, () => localStorage.setItem(name(key), JSON.stringify(draft))),
    remove: key => tryStorage(undefined, () => localStorage.removeItem(name(key))),
    keysUnder: prefix =>
      tryStorage([], () =>
        Object.keys(localStorage)
          .filter(one => one.startsWith(name(prefix)))
          .map(one => one.slice(kind.length + 1))
      )
  }
}

/** Storage can be blocked, full or edited by hand: then a draft lives as long as the page. */
function tryStorage<T>(otherwise: T, work: () => T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}
