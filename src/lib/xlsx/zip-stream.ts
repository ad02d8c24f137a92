// Writes an archive part by part, so that it may be larger than memory.

import { Zip, ZipDeflate } from 'fflate'
import { ARCHIVE_DATE } from './package-parts.ts'

export interface ArchivePart {
  name: string
  text: AsyncIterable<string>
}

/** Sizes in the archive have 32 bits. */
const MAX_ARCHIVE_BYTES = 0xffff_fffe
/** The fastest: a further quarter of the size would take several times as long. */
const LEVEL = 1

/** The bytes of an archive. A part is read once the one before it has been written. */
export async function* zipStream(
  parts: Iterable<ArchivePart>
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const ready: Uint8Array<ArrayBuffer>[] = []
  let written = 0
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error
    ready.push(bytes)
  })
  const encoder = new TextEncoder()
  for (const { name, text } of parts) {
    const part = new ZipDeflate(name, { level: LEVEL })
    part.mtime = ARCHIVE_DATE
    zip.add(part)
    for await (const piece of text) {
      const bytes = encoder.encode(piece)
      written += bytes.byteLength
      if (written > MAX_ARCHIVE_BYTES) throw new RangeError('An archive holds at most 4 GB.')
      part.push(bytes)
      yield* ready.splice(0)
    }
    part.push(new Uint8Array(0), true)
  }
  zip.end()
  yield* ready.splice(0)
}
