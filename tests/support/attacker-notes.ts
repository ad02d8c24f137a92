// What an attacker learns from replies besides figures: statuses, the fields that are present, and the distances between ids. Absolute ids depend on
// what else was created; the distances between ids of one kind must not depend on anything hidden.

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

  /** The same with each id replaced by its distance from the first id of its kind. */
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
    /** All notes as text, for comparison with those from another database. */
    told: (): string => JSON.stringify(notes, null, 1)
  }
}
