import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { sha256 } from './digest.ts'
import { isText, type Encoding, type ManifestEntry } from './file-kinds.ts'

/** Bytes. Every copy is one more link in every site; a quarter of the files hold nine tenths of the bytes. */
const WORTH_COPIES = 5_000

const compressors: Record<Encoding, { extension: string; compress: (content: Buffer) => Promise<Buffer> }> = {
  br: {
    extension: '.br',
    compress: content =>
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
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
  path + compressors[encoding].extension

/**
 * Writes compressed copies beside the texts among these files, as small as they get: they are made once for all sites, and a server
 * that sends them compresses nothing. Returns the copies. Every copy is smaller than its file.
 */
export async function compressFiles(
  directory: string,
  files: readonly ManifestEntry[]
): Promise<ManifestEntry[]> {
  const texts = files.filter(({ size, type }) => size >= WORTH_COPIES && isText(type))
  const copies = texts.flatMap(file =>
    (Object.keys(compressors) as Encoding[]).map(async encoding => {
      const path = compressedName(file.path, encoding)
      const content = await compressors[encoding].compress(readFileSync(join(directory, file.path)))
      if (content.length >= file.size) return []
      writeFileSync(join(directory, path), content)
      chmodSync(join(directory, path), 0o444)
      return [{ ...file, path, sha256: sha256(content), size: content.length, encoding }]
    })
  )
  return (await Promise.all(copies)).flat()
}
