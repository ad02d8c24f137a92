import { join } from 'node:path'
import * as v from 'valibot'
import { OutsideFolder } from '#outside/folder.ts'
import { readJson } from '#outside/json.ts'
import { isPathInside } from '#outside/path-inside.ts'
import { compressedCopies, compressedName, COPIES_FOLDER, ENCODINGS, isCopyOf } from '#sites/compress.ts'
import { sha256 } from '#sites/digest.ts'
import { CACHE_CONTROL, contentType } from '#sites/hosting/file-kinds.ts'
import { MAX_MANIFEST_BYTES, PublishError, type FileHeaders, type ObjectStore } from './store.ts'

/** Far larger than any file of a site. */
const MAX_SITE_FILE_BYTES = 64 * 1024 * 1024

export const FilePath = v.pipe(v.string(), v.check(isPathInside))

const BuildEntry = v.object({
  path: FilePath,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  size: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_SITE_FILE_BYTES)),
  type: v.string(),
  cache: v.picklist(['immutable', 'revalidate', 'never', 'hosting']),
  /** A compressed copy, which lies beside its file. */
  encoding: v.optional(v.picklist(['br', 'gzip']))
})
export type BuildEntry = v.InferOutput<typeof BuildEntry>

export const BUILD_ID = /^[0-9a-f]{16}$/

const Manifest = v.object({
  code: v.string(),
  id: v.pipe(v.string(), v.regex(BUILD_ID)),
  files: v.array(BuildEntry)
})

/** One build of a site, from `dist` or from what a store keeps of it. */
export interface StoredBuild {
  code: string
  id: string
  entries: readonly BuildEntry[]
  manifest: Buffer
  /** The content of a file, which matches its hash in the manifest. */
  read: (entry: BuildEntry) => Promise<Buffer>
  /** The compressed copies that lie outside the site's folder, as files by path. */
  copies: ReadonlyMap<string, string>
}

export const MANIFEST = 'manifest.json'
export const LATEST_BUILD = 'builds/latest.json'

export const isImmutable = ({ cache }: BuildEntry): boolean => cache === 'immutable'
/** Served under the same address in every build. */
export const isReplaced = ({ cache }: BuildEntry): boolean => cache === 'revalidate' || cache === 'never'

export const headersOf = ({ type, cache, encoding }: BuildEntry): FileHeaders => ({
  type,
  cacheControl: CACHE_CONTROL[cache === 'hosting' ? 'never' : cache],
  ...(encoding !== undefined && { encoding })
})
export const MANIFEST_HEADERS: FileHeaders = {
  type: contentType(MANIFEST),
  cacheControl: CACHE_CONTROL.never
}

/** A file and its maximum size. */
type FileOfBuild = Pick<BuildEntry, 'path' | 'size'>

/** Reads a manifest; the files are loaded one at a time, each compared with its hash. */
export function buildFrom(
  manifest: Buffer,
  origin: string,
  load: (file: FileOfBuild) => Promise<Buffer>
): StoredBuild {
  const read = readJson(manifest.toString(), Manifest)
  if (!read.ok) throw new PublishError(`${origin} has no valid ${MANIFEST}: ${read.error}.`)
  const { code, id, files } = read.value
  return {
    code,
    id,
    entries: files,
    manifest,
    copies: new Map(),
    read: async entry => {
      const content = await load(entry)
      if (sha256(content) !== entry.sha256)
        throw new PublishError(`${origin}: ${entry.path} does not match its manifest. Build the site again.`)
      return content
    }
  }
}

/** Reads the files of a build from a folder. */
export const fileIn =
  (folder: string) =>
  async ({ path, size }: FileOfBuild): Promise<Buffer> => {
    const read = new OutsideFolder(folder).read(path, size)
    if (read.ok) return read.value
    throw new PublishError(`${folder}: ${read.error.message}. Run npm run build first.`)
  }

/** Reads the build of a site from the output folder. Every file is compared with the manifest before anything is sent. */
export async function buildIn(dist: string, code: string): Promise<StoredBuild> {
  const folder = join(dist, code)
  const load = fileIn(folder)
  const manifest = await load({ path: MANIFEST, size: MAX_MANIFEST_BYTES })
  const build = buildFrom(manifest, folder, load)
  if (build.code !== code) throw new PublishError(`${folder} contains the site of "${build.code}".`)
  for (const entry of build.entries) await build.read(entry)
  return withSharedCopies(build, join(dist, COPIES_FOLDER))
}

/** Adds the compressed copies that a build made of the files that all sites share. One that is not of its file is left out. */
async function withSharedCopies(build: StoredBuild, folder: string): Promise<StoredBuild> {
  const there = new OutsideFolder(folder)
  const names = there.names()
  const known = new Set(names.ok ? names.value : [])
  const copies = new Map<string, { content: Buffer; file: string }>()
  const made: BuildEntry[] = []
  for (const entry of build.entries)
    for (const encoding of ENCODINGS) {
      const name = compressedName(entry.sha256, encoding)
      if (!known.has(name)) continue
      const copy = there.read(name, MAX_SITE_FILE_BYTES)
      if (!copy.ok || !(await isCopyOf(entry, encoding, copy.value))) continue
      const path = compressedName(entry.path, encoding)
      copies.set(path, { content: copy.value, file: join(folder, name) })
      made.push({ ...entry, path, sha256: sha256(copy.value), size: copy.value.length, encoding })
    }
  return {
    ...withEntries(build, made),
    read: async entry => copies.get(entry.path)?.content ?? build.read(entry),
    copies: new Map([...copies].map(([path, { file }]) => [path, file]))
  }
}

/** The same build with more files. */
function withEntries(build: StoredBuild, added: readonly BuildEntry[]): StoredBuild {
  const entries = [...build.entries, ...added]
  const manifest = { ...(JSON.parse(build.manifest.toString()) as object), files: entries }
  return { ...build, entries, manifest: Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`) }
}

export const buildFolder = (id: string): string => `builds/${id}/`

/** An earlier build as the store keeps it: without its immutable files, which stay where they are served. */
export async function keptBuild(store: ObjectStore, id: string): Promise<StoredBuild | undefined> {
  const folder = buildFolder(id)
  const manifest = await store.get(folder + MANIFEST, MAX_MANIFEST_BYTES)
  if (manifest === undefined) return undefined
  return buildFrom(manifest.content, `The kept build ${id}`, async ({ path, size }) => {
    const file = await store.get(folder + path, size)
    if (file === undefined) throw new PublishError(`The kept build ${id} is missing ${path}.`)
    return file.content
  })
}

export interface CompressedBuild {
  build: StoredBuild
  /** The content of the copies by path; the output folder does not have them. */
  copies: ReadonlyMap<string, Buffer>
}

/**
 * Adds compressed copies of a build's pages; its other texts have theirs already. Pages differ from site to site, so they are compressed when
 * they are published: a publish sends only what has changed, whereas a build stamps every site.
 */
export async function withCompressedPages(build: StoredBuild): Promise<CompressedBuild> {
  const pages = build.entries.filter(entry => isReplaced(entry) && entry.path.endsWith('.html'))
  const made = await Promise.all(pages.map(page => compressedCopies(page, () => build.read(page), 'quick')))
  const copies = new Map(made.flat().map(({ entry, content }) => [entry.path, content]))
  return {
    build: withEntries(
      build,
      made.flat().map(({ entry }) => entry)
    ),
    copies
  }
}
