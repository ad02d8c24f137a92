import { isImmutable, keptBuild, MANIFEST } from './build.ts'
import { leftoverFilesIn } from './leftover-files.ts'
import { outdatedBuilds, unfinishedReason, type SiteRecord } from './record.ts'
import type { PruneResult } from './site-target.ts'
import { PublishError, type ListedFile, type ObjectStore } from './store.ts'

interface FoundOnStore {
  record: SiteRecord | undefined
  listed: ReadonlyMap<string, ListedFile>
}

interface Pruning {
  /** Superseded builds that stay in any case. */
  keep: number
  /** Milliseconds since 1970: only what was superseded before goes. */
  before: number
  /** Immutable files lie elsewhere and serve other sites too, so none goes. */
  sharesAssets: boolean
}

const LISTED_BUILD_FILE = /^builds\/([0-9a-f]{16})\/(.+)$/
const buildOf = (key: string): string => LISTED_BUILD_FILE.exec(key)?.[1] ?? ''

/** Which builds and files of a site go. Nothing that a build which stays needs is among them. */
export async function planPrune(
  store: ObjectStore,
  { record, listed }: FoundOnStore,
  { keep, before, sharesAssets }: Pruning
): Promise<PruneResult> {
  if (record === undefined) return { builds: [], keys: [] }
  if (record.state !== 'live') throw new PublishError(`${unfinishedReason(record)} Then prune.`)
  const builds = outdatedBuilds(record, keep, before)
  const recorded = new Set([record.id, ...record.builds.map(({ id }) => id)])
  const files = [...listed.values()]
  // What a cut publish or prune left behind is in no record; its age is that of its files.
  const isGoing = ({ key, modified }: ListedFile): boolean => {
    const id = buildOf(key)
    return id !== '' && (builds.includes(id) || (!recorded.has(id) && modified < before))
  }
  const strays = leftoverFilesIn(record, listed).map(({ key }) => key)
  const going = [...strays, ...files.filter(isGoing).map(({ key }) => key)]
  if (sharesAssets) return { builds, keys: going }
  const staying = files
    .filter(file => LISTED_BUILD_FILE.exec(file.key)?.[2] === MANIFEST && !isGoing(file))
    .map(({ key }) => buildOf(key))
  const needed = await neededAssets(
    store,
    new Set([...staying, ...[...recorded].filter(id => !builds.includes(id))])
  )
  const unneeded = files.filter(
    ({ key, modified }) => /^(assets|fonts)\//.test(key) && !needed.has(key) && modified < before
  )
  return { builds, keys: [...going, ...unneeded.map(({ key }) => key)] }
}

async function neededAssets(store: ObjectStore, ids: ReadonlySet<string>): Promise<Set<string>> {
  const needed = new Set<string>()
  for (const id of ids) {
    const build = await keptBuild(store, id)
    // Without its manifest nobody knows what a build needs, so nothing may go.
    if (build === undefined)
      throw new PublishError(`Build ${id} is recorded but not kept. Nothing was removed.`)
    for (const entry of build.entries.filter(isImmutable)) needed.add(entry.path)
  }
  return needed
}
