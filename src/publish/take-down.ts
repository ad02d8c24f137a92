// Which files of a site go when it is taken down, and in which order.
import { MANIFEST } from './build.ts'
import { RECORD, type SiteRecord } from './record.ts'
import { LOCK } from './site-lock.ts'
import type { TakeDownResult } from './site-target.ts'
import { straysIn } from './strays.ts'
import type { ListedFile } from './store.ts'

/** Where a publish puts files of its own naming. Nothing else is below these. */
const OWN_FOLDERS = /^(assets|fonts|builds)\//

/** Pages go first, so that nobody gets one whose assets are missing; what a rollback would need goes before its assets, too. */
function stepOf(key: string): number {
  if (key === 'index.html') return 0
  if (key.startsWith('builds/')) return key.endsWith(`/${MANIFEST}`) ? 3 : 4
  if (/^(assets|fonts)\//.test(key)) return 5
  return key.endsWith('.html') ? 1 : 2
}

/** Everything but the record and the lock, which go when all else has gone. */
export function planTakeDown(
  record: SiteRecord | undefined,
  listed: ReadonlyMap<string, ListedFile>
): TakeDownResult & { steps: string[][] } {
  const published = new Set([
    ...(record?.paths ?? []),
    ...(record?.leaving ?? []),
    ...straysIn(record, listed).map(({ key }) => key)
  ])
  const files = [...listed.keys()].filter(key => key !== RECORD && key !== LOCK)
  const [keys, others] = [true, false].map(isOurs =>
    files.filter(key => (published.has(key) || OWN_FOLDERS.test(key)) === isOurs).toSorted()
  ) as [string[], string[]]
  const steps = Map.groupBy(keys, stepOf)
  return { keys, others, steps: [...steps].toSorted(([a], [b]) => a - b).map(([, step]) => step) }
}
