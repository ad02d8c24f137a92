import * as v from 'valibot'
import { readStoredJson, storedNames, writeStored } from '#lib/web-storage.ts'

export interface DraftStorage<Draft> {
  read: (key: string) => Draft | null
  store: (key: string, draft: Draft) => void
  remove: (key: string) => void
  keysUnder: (prefix: string) => string[]
}

/** A schema for each field: one that is not named, also an optional one, is dropped when a draft is read. */
export type SchemasOf<Draft> = {
  [Field in keyof Required<Draft>]: v.GenericSchema<unknown, Required<Draft>[Field]>
}

/** Drafts of one kind stay on this device until they are saved or discarded. Their key begins with the user who made them. */
export function createDraftStorage<Draft>(
  kind: string,
  schema: v.GenericSchema<unknown, Draft>
): DraftStorage<Draft> {
  const name = (key: string): string => `${kind}/${key}`
  return {
    read: key => {
      const reading = v.safeParse(schema, readStoredJson('localStorage', name(key)))
      return reading.success ? reading.output : null
    },
    store: (key, draft) => writeStored('localStorage', name(key), JSON.stringify(draft)),
    remove: key => writeStored('localStorage', name(key), null),
    keysUnder: prefix =>
      storedNames('localStorage')
        .filter(one => one.startsWith(name(prefix)))
        .map(one => one.slice(kind.length + 1))
  }
}
