import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import { sha256 } from './digest.ts'
import { isTextType, type Encoding, type ManifestEntry } from './hosting/file-kinds.ts'

/** Smaller files get no copies: a quarter of the files have nine tenths of the bytes. */
const MIN_COMPRESSED_BYTES = 5_000

/**
 * `best` is for files that are made once for all sites. Pages differ in every site: `quick` takes a twentieth of the time for a tenth more bytes.
 */
type Effort = 'best' | 'quick'

const brotliQuality: Record<Effort, number> = { best: constants.BROTLI_MAX_QUALITY, quick: 5 }

const fileCompressors: Record<
  Encoding,
  {
    extension: string
    compress: (content: Buffer, effort: Effort) => Promise<Buffer>
    /** Fails if there are more than `maxBytes`. */
    decompress: (content: Buffer, maxBytes: number) => Promise<Buffer>
  }
> = {
  br: {
    extension: '.br',
    compress: (content, effort) =>
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort],
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length
        }
      }),
    decompress: (content, maxOutputLength) => promisify(brotliDecompress)(content, { maxOutputLength })
  },
  gzip: {
    extension: '.gz',
    compress: content => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
    decompress: (content, maxOutputLength) => promisify(gunzip)(content, { maxOutputLength })
  }
}

/** The name of a file's compressed copy, by which servers find it. */
export const compressedName = (path: string, encoding: Encoding): string =>
  path + fileCompressors[encoding].extension

export const ENCODINGS = Object.keys(fileCompressors) as Encoding[]

/** Beside the sites: the compressed copies of the files that they share. Each is named after the hash of its file, so it serves every site and build. */
export const COPIES_FOLDER = '_compressed'

/** Whether a copy decodes to its file. */
export async function isCopyOf(
  file: Pick<ManifestEntry, 'sha256' | 'size'>,
  encoding: Encoding,
  copy: Buffer
): Promise<boolean> {
  try {
    return sha256(await fileCompressors[encoding].decompress(copy, file.size)) === file.sha256
  } catch {
    // Damaged, or larger than the file.
    return false
  }
}

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
    ENCODINGS.map(async encoding => {
      const content = await fileCompressors[encoding].compress(original, effort)
      const path = compressedName(file.path, encoding)
      return { entry: { ...file, path, sha256: sha256(content), size: content.length, encoding }, content }
    })
  )
  return copies.filter(({ content }) => content.length < original.length)
}

/** A compressed copy: its path below the shell, and the path of its original. */
export interface SharedCopy {
  path: string
  sha256: string
  size: number
  encoding: Encoding
  of: string
}

/** Writes compressed copies of the texts among these files. A server that sends them need not compress. */
export async function compressFiles(
  directory: string,
  files: readonly ManifestEntry[]
): Promise<SharedCopy[]> {
  mkdirSync(join(directory, COPIES_FOLDER), { recursive: true })
  const copies = await Promise.all(
    files.map(async file => {
      const made = await compressedCopies(file, () => readFileSync(join(directory, file.path)), 'best')
      return made.map(({ entry: { sha256: hash, size, encoding }, content }) => {
        const path = `${COPIES_FOLDER}/${compressedName(file.sha256, encoding)}`
        // Two files may have the same content.
        writeFileSync(join(directory, path), content)
        return { path, sha256: hash, size, encoding, of: file.path }
      })
    })
  )
  const made = copies.flat()
  for (const { path } of made) chmodSync(join(directory, path), 0o444)
  return made
}
