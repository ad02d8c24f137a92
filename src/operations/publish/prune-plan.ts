import { isImmutable, keptBuild, MANIFEST } from './build.ts'
import { findLeftovers } from './leftover-files.ts'
import { outdatedBuilds, unfinishedReason, type SiteRecord } from './record.ts'
import type { PruneResult } from './site-target.ts'
import { PublishError, type ListedFile, type ObjectStore } from './store.ts'

interface Pruning {
  /** How many superseded builds are kept in any case. */
  keep: number
  /** Milliseconds since 1970: only builds superseded before are removed. */
  before: number
  /** Immutable files are shared with other sites, so none is removed. */
  sharesAssets: boolean
}

const LISTED_BUILD_FILE = /^builds\/([0-9a-f]{16})\/(.+)$/
const buildOf = (key: string): string => LISTED_BUILD_FILE.exec(key)?.[1] ?? ''

/** Plans which builds and files of a site are removed. Files that a remaining build needs are not. */
export async function planPrune(
  store: ObjectStore,
  { record, listed }: { record: SiteRecord | undefined; listed: ReadonlyMap<string, ListedFile> },
  { keep, before, sharesAssets }: Pruning
): Promise<PruneResult> {
  if (record === undefined) return { builds: [], keys: [] }
  if (record.state !== 'live') throw new PublishError(`${unfinishedReason(record)} Then prune.`)
  const builds = outdatedBuilds(record, keep, before)
  const recorded = new Set([record.id, ...record.builds.map(({ id }) => id)])
  const files = [...listed.values()]
  // Builds that an interrupted publish or prune left behind are in no record; their age is that of their files.
  const isRemoved = ({ key, modified }: ListedFile): boolean => {
    const id = buildOf(key)
    return id !== '' && (builds.includes(id) || (!recorded.has(id) && modified < before))
  }
  const leftovers = findLeftovers(record, listed).map(({ key }) => key)
  const removed = [...leftovers, ...files.filter(isRemoved).map(({ key }) => key)]
  if (sharesAssets) return { builds, keys: removed }
  const staying = files
    .filter(file => LISTED_BUILD_FILE.exec(file.key)?.[2] === MANIFEST && !isRemoved(file))
    .map(({ key }) => buildOf(key))
  const needed = await neededAssets(
    store,
    new Set([...staying, ...[...recorded].filter(id => !builds.includes(id))])
  )
  const unneeded = files.filter(
    ({ key, modified }) => /^(assets|fonts)\//.test(key) && !needed.has(key) && modified < before
  )
  return { builds, keys: [...removed, ...unneeded.map(({ key }) => key)] }
}

async function neededAssets(store: ObjectStore, ids: ReadonlySet<string>): Promise<Set<string>> {
  const needed = new Set<string>()
  for (const id of ids) {
    const build = await keptBuild(store, id)
    // Without its manifest it is unknown which files a build needs, so nothing is removed.
    if (build === undefined)
      throw new PublishError(`Build ${id} is recorded but not kept. Nothing was removed.`)
    for (const entry of build.entries.filter(isImmutable)) needed.add(entry.path)
  }
  return needed
}
