// Finds sites that are still online although their programme was removed or renamed.

import pLimit from 'p-limit'
import { OutsideFolder } from '#outside/folder.ts'
import { BUILD_RECORD } from './record.ts'
import type { PublishOptions } from './run.ts'
import { s3Store } from './s3-store.ts'
import { MAX_RECORD_BYTES } from './store.ts'

/** Requests under way at once. */
const MAX_PARALLEL_ORPHANS = 16

/** The codes of other sites at the target. */
export async function orphansAt(options: PublishOptions, known: ReadonlySet<string>): Promise<string[]> {
  const { target, assets = '', credentials } = options
  if (target.kind === 'dir') {
    const folder = new OutsideFolder(target.path)
    const names = folder.names()
    return names.ok
      ? names.value.filter(name => !known.has(name) && folder.hasFile(`${name}/current.json`))
      : []
  }
  if (credentials === undefined) return []
  const store = s3Store(target, credentials, options.s3)
  const names = (await store.folders(target.prefix)).filter(name => !known.has(name) && `${name}/` !== assets)
  const sites = await pLimit(MAX_PARALLEL_ORPHANS).map(names, async name => {
    const record = await store.get(`${target.prefix}${name}/${BUILD_RECORD}`, MAX_RECORD_BYTES)
    return record === undefined ? [] : [name]
  })
  return sites.flat()
}
