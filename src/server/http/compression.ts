// Compresses JSON replies for callers that accept it.
//
// Learning from the length of a compressed reply (BREACH) takes a secret and an attacker's guess in one body, sent again and
// again with the victim's credentials. No browser adds a bearer token by itself, and replies that hold a secret are not compressed.

import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'

/** Smaller replies fit in one packet. */
const MIN_BYTES = 1024

type Bytes = Uint8Array<ArrayBuffer>

export interface Encoded {
  bytes: Bytes
  /** The value of Content-Encoding, or null for uncompressed bytes. */
  encoding: 'br' | 'gzip' | null
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** The fastest levels: they reduce a chart's reply to a twelfth in a millisecond, slower ones hardly further in five. */
const compressors = {
  br: (bytes: Bytes) =>
    brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength }
    }),
  gzip: (bytes: Bytes) => gzipped(bytes, { level: constants.Z_BEST_SPEED })
}

/** Compresses what a cache stores; `decompressFromCache` undoes it. */
export const compressForCache = (json: Bytes): Promise<Bytes> => compressors.br(json)

export const decompressFromCache: (brotli: Bytes) => Promise<Bytes> = promisify(brotliDecompress)

export async function compressReply(bytes: Bytes, acceptEncoding: string | undefined): Promise<Encoded> {
  const encoding = bytes.byteLength < MIN_BYTES ? null : bestEncoding(acceptEncoding)
  return { bytes: encoding === null ? bytes : await compressors[encoding](bytes), encoding }
}

/** The best encoding that Accept-Encoding names without `q=0`. */
export function bestEncoding(acceptEncoding = ''): Encoded['encoding'] {
  const names = new Set(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .map(part => part.split(';').map(text => text.trim()))
      .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
      .map(([name]) => name)
  )
  if (names.has('br')) return 'br'
  return names.has('gzip') ? 'gzip' : null
}
