import { basename, dirname } from 'node:path'
import { OutsideFolder, type ReadFault } from '#outside/folder.ts'
import { positionAt, type Fault } from './faults/fault.ts'

const SAVE_AS = 'save it as UTF-8'

/** Far larger than any file written by hand. */
export const MAX_TEXT_BYTES = 8 * 1024 * 1024

/** Other formats that people save by mistake, by their first bytes. */
const OTHER_FORMATS = [
  ['a PNG picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG picture', [0xff, 0xd8, 0xff]],
  ['a GIF picture', [0x47, 0x49, 0x46, 0x38]],
  ['a WebP picture', [0x52, 0x49, 0x46, 0x46]],
  ['a PDF document', [0x25, 0x50, 0x44, 0x46]],
  ['a compressed file', [0x1f, 0x8b]],
  ['a compressed file', [0x50, 0x4b, 3, 4]]
] as const

const hints: Record<ReadFault['reason'], [message: string, hint?: string]> = {
  missing: ['the file was not found'],
  outside: ['the path leads out of the folder', 'name a file in it'],
  link: ['this is a link, or is in a linked folder', 'replace the link with the file itself'],
  folder: ['this is a folder, not a file', 'put a file of this name here, or rename the folder'],
  special: ['this is not a file', 'put a file of this name here'],
  large: ['the file is larger than 8 MB', 'check that it is the right file'],
  denied: ['the file cannot be read', 'give yourself permission to read it']
}

/** The text of a hand-written file, or why it cannot be read. */
export function readText(root: string, file: string): { text: string } | { fault: Fault } {
  const fault = (message: string, hint?: string, text = '', offset = 0) => ({
    fault: { file, ...positionAt(text, offset), message, ...(hint !== undefined && { hint }) }
  })
  const read = new OutsideFolder(root).read(file, MAX_TEXT_BYTES)
  if (!read.ok) return fault(...hints[read.error.reason])
  const bytes = read.value
  const other = otherFormat(bytes)
  if (other !== undefined) return fault(...other)
  const zero = bytes.indexOf(0)
  if (zero >= 0)
    return fault('the file has a zero byte here', `remove it, or ${SAVE_AS}`, bytes.toString('latin1'), zero)
  const text = bytes.toString('utf8')
  // Invalid UTF-8 decodes to a replacement character; a real one encodes to the same bytes again.
  if (!Buffer.from(text).equals(bytes))
    return fault(
      'the file is saved in an old encoding such as Latin-1, which shows at this letter',
      SAVE_AS,
      text,
      text.indexOf('\ufffd')
    )
  return { text }
}

/** What a file is instead of UTF-8 text, by its first bytes, and what to do about it. */
export function otherFormat(bytes: Buffer): [message: string, hint: string] | undefined {
  const other = OTHER_FORMATS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (other !== undefined)
    return [`this is ${other[0]}, despite its name`, 'replace it with a text file, or with an SVG for a logo']
  const isWide =
    /^(\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2)) || bytes.subarray(0, 2).includes(0)
  return isWide ? ['the file is saved as UTF-16', SAVE_AS] : undefined
}

/** A file whose name differs from the requested one only by case or by an extension that an editor added. */
export function findMisnamed(root: string, file: string): string | undefined {
  const wanted = basename(file).toLowerCase()
  const listed = new OutsideFolder(root).names(dirname(file))
  const names = listed.ok ? listed.value : []
  return names.find(name => name !== basename(file) && [wanted, `${wanted}.txt`].includes(name.toLowerCase()))
}
