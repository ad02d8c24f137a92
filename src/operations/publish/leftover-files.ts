// Files of a kept build at addresses that belong to no build any more.

import type { SiteRecord } from './record.ts'
import type { ListedFile } from './store.ts'

const STORED_BUILD_FILE = /^builds\/[0-9a-f]{16}\/(.+)$/

/**
 * A publisher's request can arrive after its lock has ended and the next publisher has finished. Over another's file it fails; a file of a
 * name that is new stays, and nobody's record names it. It is told by its content, which is that of a kept build, so that nothing which
 * someone else put beside the site is taken for one.
 */
export function leftoverFilesIn(
  record: SiteRecord | undefined,
  listed: ReadonlyMap<string, ListedFile>
): ListedFile[] {
  if (record === undefined) return []
  const known = new Set([...record.paths, ...record.leaving])
  const strays = new Map<string, ListedFile>()
  for (const { key, version } of listed.values()) {
    const path = STORED_BUILD_FILE.exec(key)?.[1] ?? ''
    const there = listed.get(path)
    if (there?.version === version && !known.has(path)) strays.set(path, there)
  }
  return [...strays.values()]
}
