// Compresses JSON replies for callers that accept it.
//
// Learning from the length of a compressed reply (BREACH) takes a secret and an attacker's guess in one body, sent again and
// again with the victim's credentials. No browser adds a bearer token by itself, and replies that hold a secret are not compressed.

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

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

/** Compressed replies of bytes that a cache keeps, for as long as it does. */
const compressed = new WeakMap<Bytes, Map<keyof typeof compressors, Promise<Bytes>>>()

/** With `isReused`, the same bytes are compressed once however often they are sent; nobody may change them. */
export async function compressReply(
  bytes: Bytes,
  acceptEncoding: string | undefined,
  { isReused = false } = {}
): Promise<Encoded> {
  const encoding = bytes.byteLength < MIN_BYTES ? null : encodingFor(acceptEncoding ?? '')
  if (encoding === null) return { bytes, encoding }
  if (!isReused) return { bytes: await compressors[encoding](bytes), encoding }
  const known = compressed.get(bytes) ?? new Map<keyof typeof compressors, Promise<Bytes>>()
  compressed.set(bytes, known)
  const started = known.get(encoding) ?? compressors[encoding](bytes)
  known.set(encoding, started)
  return { bytes: await started, encoding }
}

/** The best encoding that Accept-Encoding names without `q=0`. */
function encodingFor(accepted: string): Encoded['encoding'] {
  const names = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .map(part => part.split(';').map(text => text.trim()))
      .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
      .map(([name]) => name)
  )
  if (names.has('br')) return 'br'
  return names.has('gzip') ? 'gzip' : null
}
