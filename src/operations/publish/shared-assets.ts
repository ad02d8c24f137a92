import pLimit from 'p-limit'
import { BUILD_ID, isImmutable, keptBuild, MANIFEST } from './build.ts'
import { readRecord, BUILD_RECORD } from './record.ts'
import { lockHolder, SiteLock } from './site-lock.ts'
import type { PruneResult } from './site-target.ts'
import { openPart, LockedError, MAX_RECORD_BYTES, PublishError, type ObjectStore } from './store.ts'
import { forEachUnderLock } from './under-lock.ts'

/** Requests under way at once. */
const MAX_PARALLEL_ASSETS = 16

interface SharedStore {
  /** Everything below the target's prefix: all sites, and the shared part. */
  all: ObjectStore
  /** The prefix of the shared files, such as `shared/`. */
  prefix: string
}

/** Kept builds by site, and the sites with a record. */
interface Builds {
  kept: Map<string, Set<string>>
  sites: string[]
}

/**
 * Removes shared immutable files that no kept build of any site lists. A publisher first stores its build, then checks whether a prune is running
 * (`checkShared`), then checks its files again. So either the prune sees the build, or the publisher sees the prune.
 */
export async function pruneShared(
  { all, prefix }: SharedStore,
  { before, isConfirmed, holder }: { before: number; isConfirmed: boolean; holder: string }
): Promise<PruneResult> {
  const assets = openPart(all, prefix)
  if (!isConfirmed) return planShared(all, prefix, before)
  const lock = await SiteLock.take(assets, holder)
  try {
    const plan = await planShared(all, prefix, before)
    await forEachUnderLock(plan.keys, lock, key => assets.remove(key))
    return plan
  } finally {
    // An error of the work says more than one here.
    await lock.release().catch(() => undefined)
  }
}

async function planShared(all: ObjectStore, prefix: string, before: number): Promise<PruneResult> {
  const listed = await all.list('')
  const builds = buildsIn(
    listed.map(({ key }) => key),
    prefix
  )
  const needed = await neededByAll(all, builds)
  // A new file may belong to a build that is not stored yet.
  const keys = listed
    .filter(({ key, modified }) => key.startsWith(prefix) && modified < before)
    .map(({ key }) => key.slice(prefix.length))
    .filter(key => /^(assets|fonts)\//.test(key) && !needed.has(key))
  return { builds: [], keys }
}

function buildsIn(keys: readonly string[], prefix: string): Builds {
  const kept = new Map<string, Set<string>>()
  const sites: string[] = []
  for (const key of keys.filter(it => !it.startsWith(prefix))) {
    const [site = '', folder, id = '', file, ...rest] = key.split('/')
    if (folder !== 'builds' || rest.length > 0) continue
    if (key === `${site}/${BUILD_RECORD}`) sites.push(site)
    if (file === MANIFEST && BUILD_ID.test(id)) kept.set(site, (kept.get(site) ?? new Set()).add(id))
  }
  return { kept, sites }
}

async function neededByAll(all: ObjectStore, { kept, sites }: Builds): Promise<Set<string>> {
  const limit = pLimit(MAX_PARALLEL_ASSETS)
  const needed = new Set<string>()
  await limit.map(sites, async site => {
    const file = await all.get(`${site}/${BUILD_RECORD}`, MAX_RECORD_BYTES)
    const record = file === undefined ? undefined : readRecord(file.content)
    // Without its manifest it is unknown which files a build needs, so nothing is removed.
    const lost = record?.builds.find(({ id }) => kept.get(site)?.has(id) !== true)
    if (lost !== undefined)
      throw new PublishError(`Build ${lost.id} of ${site} is recorded but not kept. Nothing was removed.`)
  })
  const builds = [...kept].flatMap(([site, ids]) => [...ids].map(id => ({ site, id })))
  await limit.map(builds, async ({ site, id }) => {
    const build = await keptBuild(openPart(all, `${site}/`), id)
    if (build === undefined)
      throw new PublishError(`Build ${id} of ${site} was removed in the meantime. Nothing was removed.`)
    for (const entry of build.entries.filter(isImmutable)) needed.add(entry.path)
  })
  return needed
}

/** Throws while shared files are being pruned: files of this build may be among them. */
export async function checkShared(assets: ObjectStore): Promise<void> {
  const holder = await lockHolder(assets)
  if (holder !== undefined)
    throw new LockedError(`Shared files are being pruned by ${holder}. Publish again afterwards.`)
}
