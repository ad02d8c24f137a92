// Reads an untrusted archive: parts are decompressed on demand, never beyond the limit, and each is checked
// against its checksum.

import { Inflate } from 'fflate'
import { err, ok, type Result } from '#lib/result.ts'

export interface Archive {
  names: readonly string[]
  /** The bytes of a part; null if there is none. Case is ignored. */
  read: (name: string) => Result<Uint8Array | null>
}

interface ZipEntry {
  method: number
  sum: number
  packed: number
  size: number
  start: number
}

const DAMAGED_ARCHIVE = 'The file is damaged and cannot be unpacked.'
const TOO_LARGE_UNPACKED = 'The file is far larger than a section when unpacked.'
const MAX_PARTS = 2000
const PIECE_BYTES = 16_384

/** Opens an archive; its parts may decompress to `maxBytes` in total. */
export function openArchive(bytes: Uint8Array, maxBytes: number): Result<Archive> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOfDirectory(view)
  if (end === null) return err(DAMAGED_ARCHIVE)
  const entries = entriesIn(view, view.getUint32(end + 16, true), view.getUint16(end + 10, true))
  if (entries === null) return err(DAMAGED_ARCHIVE)
  let left = maxBytes
  const unpacked = new Map<string, Result<Uint8Array>>()
  const unpackOnce = (entry: ZipEntry): Result<Uint8Array> => {
    if (entry.size > left) return err(TOO_LARGE_UNPACKED)
    left -= entry.size
    return unpack(bytes, entry)
  }
  return ok({
    names: [...entries.keys()],
    read: name => {
      const key = name.toLowerCase()
      const entry = entries.get(key)
      if (entry === undefined) return ok(null)
      const part = unpacked.get(key) ?? unpackOnce(entry)
      unpacked.set(key, part)
      return part
    }
  })
}

/** The record at the end, which a comment of up to 65,535 bytes may follow. */
function endOfDirectory(view: DataView): number | null {
  for (let at = view.byteLength - 22; at >= 0 && at >= view.byteLength - 65_557; at -= 1) {
    if (view.getUint32(at, true) === 0x06054b50) return at
  }
  return null
}

function entriesIn(view: DataView, start: number, count: number): Map<string, ZipEntry> | null {
  const entries = new Map<string, ZipEntry>()
  if (count > MAX_PARTS) return null
  for (let at = start, index = 0; index < count; index += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50) return null
    const nameLength = view.getUint16(at + 28, true)
    const next = at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    const local = view.getUint32(at + 42, true)
    if (next > view.byteLength || local + 30 > view.byteLength || view.getUint32(local, true) !== 0x04034b50)
      return null
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength))
    entries.set(name.replaceAll('\\', '/').toLowerCase(), {
      method: view.getUint16(at + 10, true),
      sum: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      start: local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    })
    at = next
  }
  return entries
}

/** Decompresses a part in pieces and stops when it exceeds its declared size, which defuses a zip bomb. */
function unpack(bytes: Uint8Array, { method, sum, packed, size, start }: ZipEntry): Result<Uint8Array> {
  const source = bytes.subarray(start, start + packed)
  if (source.length !== packed || (method !== 0 && method !== 8)) return err(DAMAGED_ARCHIVE)
  const whole = method === 0 ? source : inflateEntry(source, size)
  return whole?.length === size && checksum(whole) === sum ? ok(whole) : err(DAMAGED_ARCHIVE)
}

function inflateEntry(source: Uint8Array, size: number): Uint8Array | null {
  const whole = new Uint8Array(size)
  const filled = { bytes: 0 }
  const inflate = new Inflate(piece => {
    if (filled.bytes + piece.length <= size) whole.set(piece, filled.bytes)
    filled.bytes += piece.length
  })
  try {
    for (let at = 0; at < source.length && filled.bytes <= size; at += PIECE_BYTES) {
      inflate.push(source.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= source.length)
    }
  } catch {
    // The decompressor reports invalid bytes only by throwing.
    return null
  }
  return filled.bytes === size ? whole : null
}

const sums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})

/** The CRC-32 of archives. */
export function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) sum = (sum >>> 8) ^ (sums[(sum ^ byte) & 255] ?? 0)
  return (sum ^ 0xffffffff) >>> 0
}
