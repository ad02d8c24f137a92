import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { sha256 } from '#programme/site/digest.ts'
import { CACHE_CONTROL, contentType } from '#programme/site/file-kinds.ts'
import { PublishError, type FileHeaders, type ObjectStore } from './store.ts'

const Entry = v.object({
  // Names a file below the site: no way up, no absolute path.
  path: v.pipe(v.string(), v.regex(/^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))[^\\]+$/)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  size: v.number(),
  type: v.string(),
  cache: v.picklist(['immutable', 'revalidate', 'never', 'hosting']),
  /** A compressed copy, which lies beside its file. */
  encoding: v.optional(v.picklist(['br', 'gzip']))
})
export type Entry = v.InferOutput<typeof Entry>

export const BUILD_ID = /^[0-9a-f]{16}$/

const Manifest = v.object({
  code: v.string(),
  id: v.pipe(v.string(), v.regex(BUILD_ID)),
  files: v.array(Entry)
})

/** One build of a site, from `dist` or from what a store keeps of it. */
export interface Build {
  code: string
  id: string
  entries: readonly Entry[]
  manifest: Buffer
  /** The content of a file, whose hash is as the manifest has it. */
  read: (entry: Entry) => Promise<Buffer>
}

export const MANIFEST = 'manifest.json'
export const LATEST = 'builds/latest.json'

export const isImmutable = ({ cache }: Entry): boolean => cache === 'immutable'
/** What is served under the same address in every build. */
export const isReplaced = ({ cache }: Entry): boolean => cache === 'revalidate' || cache === 'never'

export const headersOf = ({ type, cache, encoding }: Entry): FileHeaders => ({
  type,
  cacheControl: CACHE_CONTROL[cache === 'hosting' ? 'never' : cache],
  ...(encoding !== undefined && { encoding })
})
export const MANIFEST_HEADERS: FileHeaders = {
  type: contentType(MANIFEST),
  cacheControl: CACHE_CONTROL.never
}

/** Reads a manifest; the files are loaded one at a time, each compared with its hash. */
export function buildFrom(manifest: Buffer, origin: string, load: (path: string) => Promise<Buffer>): Build {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Manifest), manifest.toString())
  if (!read.success) throw new PublishError(`${origin} has no valid ${MANIFEST}: ${read.issues[0].message}`)
  const { code, id, files } = read.output
  return {
    code,
    id,
    entries: files,
    manifest,
    read: async entry => {
      const content = await load(entry.path)
      if (sha256(content) !== entry.sha256)
        throw new PublishError(`${origin}: ${entry.path} does not match its manifest. Build the site again.`)
      return content
    }
  }
}

/** The build of a site in the output folder. Every file is compared with the manifest before anything is sent. */
export async function buildIn(dist: string, code: string): Promise<Build> {
  const folder = join(dist, code)
  const load = (path: string): Promise<Buffer> =>
    readFile(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      throw new PublishError(`${join(folder, path)} cannot be read (${error.code}). Run npm run build first.`)
    })
  const build = buildFrom(await load(MANIFEST), folder, load)
  if (build.code !== code) throw new PublishError(`${folder} contains the site of "${build.code}".`)
  for (const entry of build.entries) await build.read(entry)
  return build
}

export const buildFolder = (id: string): string => `builds/${id}/`

/** What a store keeps of an earlier build: everything but its immutable files, which lie where they are served. */
export async function keptBuild(store: ObjectStore, id: string): Promise<Build | undefined> {
  const folder = buildFolder(id)
  const manifest = await store.get(folder + MANIFEST)
  if (manifest === undefined) return undefined
  return buildFrom(manifest.content, `The kept build ${id}`, async path => {
    const file = await store.get(folder + path)
    if (file === undefined) throw new PublishError(`The kept build ${id} is missing ${path}.`)
    return file.content
  })
}
