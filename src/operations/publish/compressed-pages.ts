import { compressedCopies } from '#sites/compress.ts'
import { isReplaced, type StoredBuild, type BuildEntry } from './build.ts'

export interface CompressedBuild {
  build: StoredBuild
  /** The content of the copies by path; they are in no output folder. */
  copies: ReadonlyMap<string, Buffer>
}

/**
 * A build with compressed copies beside its pages, as its other texts have them already. Pages differ from site to site, so compressing them
 * is left to the publish: it sends what has changed, where a build stamps a thousand sites.
 */
export async function withCompressedPages(build: StoredBuild): Promise<CompressedBuild> {
  const pages = build.entries.filter(entry => isReplaced(entry) && entry.path.endsWith('.html'))
  const made = await Promise.all(pages.map(page => compressedCopies(page, () => build.read(page), 'quick')))
  const copies = new Map(made.flat().map(({ entry, content }) => [entry.path, content]))
  const entries: BuildEntry[] = [...build.entries, ...made.flat().map(({ entry }) => entry)]
  const manifest = { ...(JSON.parse(build.manifest.toString()) as object), files: entries }
  return {
    build: { ...build, entries, manifest: Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`) },
    copies
  }
}
