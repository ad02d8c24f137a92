import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { sha256 } from './digest.ts'
import { isTextType, type Encoding, type ManifestEntry } from './hosting/file-kinds.ts'

/** Smaller files get no copies: each is one more link in every site, and a quarter of the files have nine tenths of the bytes. */
const MIN_COMPRESSED_BYTES = 5_000

/**
 * `best` is for files that are made once for all sites. Pages differ in every site: `quick` takes a twentieth of the time for a tenth more bytes.
 */
type Effort = 'best' | 'quick'

const brotliQuality: Record<Effort, number> = { best: constants.BROTLI_MAX_QUALITY, quick: 5 }

const fileCompressors: Record<
  Encoding,
  { extension: string; compress: (content: Buffer, effort: Effort) => Promise<Buffer> }
> = {
  br: {
    extension: '.br',
    compress: (content, effort) =>
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort],
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length
        }
      })
  },
  gzip: {
    extension: '.gz',
    compress: content => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION })
  }
}

/** The name of a file's compressed copy, by which servers find it. */
export const compressedName = (path: string, encoding: Encoding): string =>
  path + fileCompressors[encoding].extension

export interface CompressedCopy<Entry extends ManifestEntry> {
  entry: Entry & { encoding: Encoding }
  content: Buffer
}

/** Compressed copies of a text that are smaller than it; none for small files and other types. */
export async function compressedCopies<Entry extends ManifestEntry>(
  file: Entry,
  read: () => Promise<Buffer> | Buffer,
  effort: Effort
): Promise<CompressedCopy<Entry>[]> {
  if (file.size < MIN_COMPRESSED_BYTES || !isTextType(file.type)) return []
  const original = await read()
  const copies = await Promise.all(
    (Object.keys(fileCompressors) as Encoding[]).map(async encoding => {
      const content = await fileCompressors[encoding].compress(original, effort)
      const path = compressedName(file.path, encoding)
      return { entry: { ...file, path, sha256: sha256(content), size: content.length, encoding }, content }
    })
  )
  return copies.filter(({ content }) => content.length < original.length)
}

/** Writes compressed copies of the texts among these files and returns their entries. A server that sends them need not compress. */
export async function compressFiles(
  directory: string,
  files: readonly ManifestEntry[]
): Promise<ManifestEntry[]> {
  const copies = await Promise.all(
    files.map(file => compressedCopies(file, () => readFileSync(join(directory, file.path)), 'best'))
  )
  return copies.flat().map(({ entry, content }) => {
    writeFileSync(join(directory, entry.path), content)
    chmodSync(join(directory, entry.path), 0o444)
    return entry
  })
}
