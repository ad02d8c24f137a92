// Plans which files are removed when a site is taken down, and in which order.

import { MANIFEST } from './build.ts'
import { findLeftovers } from './leftover-files.ts'
import { BUILD_RECORD, type SiteRecord } from './record.ts'
import { LOCK } from './site-lock.ts'
import type { TakeDownResult } from './site-target.ts'
import type { ListedFile } from './store.ts'

/** Folders that only publishes write to. */
const OWN_FOLDERS = /^(assets|fonts|builds)\//

/** Pages are removed first, so that nobody gets one without its assets; kept builds before their assets, for the same reason. */
function removalStep(key: string): number {
  if (key === 'index.html') return 0
  if (key.startsWith('builds/')) return key.endsWith(`/${MANIFEST}`) ? 3 : 4
  if (/^(assets|fonts)\//.test(key)) return 5
  return key.endsWith('.html') ? 1 : 2
}

/** Everything but the record and the lock, which are removed last. */
export function planTakeDown(
  record: SiteRecord | undefined,
  listed: ReadonlyMap<string, ListedFile>
): TakeDownResult & { steps: string[][] } {
  const published = new Set([
    ...(record?.paths ?? []),
    ...(record?.leaving ?? []),
    ...findLeftovers(record, listed).map(({ key }) => key)
  ])
  const files = [...listed.keys()].filter(key => key !== BUILD_RECORD && key !== LOCK)
  const [keys, others] = [true, false].map(isOurs =>
    files.filter(key => (published.has(key) || OWN_FOLDERS.test(key)) === isOurs).toSorted()
  ) as [string[], string[]]
  const steps = Map.groupBy(keys, removalStep)
  return { keys, others, steps: [...steps].toSorted(([a], [b]) => a - b).map(([, step]) => step) }
}
