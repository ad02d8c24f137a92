// Finds files that a publisher wrote after it had lost its lock.

import type { SiteRecord } from './record.ts'
import type { ListedFile } from './store.ts'

const STORED_BUILD_FILE = /^builds\/[0-9a-f]{16}\/(.+)$/

/**
 * A publisher's request can arrive after its lock has expired and the next publisher has finished. It cannot replace a file of that publisher,
 * but it can create a new one, which no record lists. Such files are identified by their content: only copies of a kept build's files count, so
 * that files which someone else put beside the site stay.
 */
export function findLeftovers(
  record: SiteRecord | undefined,
  listed: ReadonlyMap<string, ListedFile>
): ListedFile[] {
  if (record === undefined) return []
  const known = new Set([...record.paths, ...record.leaving])
  const leftovers = new Map<string, ListedFile>()
  for (const { key, version } of listed.values()) {
    const path = STORED_BUILD_FILE.exec(key)?.[1] ?? ''
    const there = listed.get(path)
    if (there?.version === version && !known.has(path)) leftovers.set(path, there)
  }
  return [...leftovers.values()]
}
