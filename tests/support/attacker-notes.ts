// What an attacker writes down of replies besides figures: statuses, which fields there are, and how far ids are apart. Absolute ids differ whenever
// something was made in between; the steps between those of the same kind must not depend on anything that is hidden.

interface Noted {
  status: number
  body: unknown
}

const ID_FIELD = /(?:^|_)ids?$/

export function takeNotes() {
  const first = new Map<string, number>()
  const notes: unknown[] = []

  const step = (field: string, id: number): number => {
    const kind = field.replace(/s$/, '')
    const origin = first.get(kind) ?? id
    first.set(kind, origin)
    return id - origin
  }

  /** The same with steps since the first id of each kind instead of ids. */
  function withSteps(value: unknown, field: string): unknown {
    if (typeof value === 'number') return ID_FIELD.test(field) ? step(field, value) : value
    if (Array.isArray(value)) return value.map(one => withSteps(one, field))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withSteps(one, key)]))
  }

  return {
    note(name: string, { status, body }: Noted): void {
      notes.push([name, status, withSteps(body, '')])
    },
    /** Everything noted, as a text that can be compared with that of another world. */
    told: (): string => JSON.stringify(notes, null, 1)
  }
}
