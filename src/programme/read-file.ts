import { basename, dirname } from 'node:path'
import { OutsideFolder, type ReadFault } from '#outside/folder.ts'
import { positionAt, type Fault } from './fault.ts'

const SAVE_AS = 'save it as UTF-8'

/** Far more than anyone writes by hand. */
export const MAX_TEXT_BYTES = 8 * 1024 * 1024

const hints: Record<ReadFault['reason'], [message: string, hint?: string]> = {
  missing: ['the file was not found'],
  outside: ['the path leads out of the folder', 'name a file in it'],
  link: ['this is a link, or lies behind one', 'put the file itself here'],
  folder: ['this is a folder, not a file', 'put a file of this name here, or rename the folder'],
  special: ['this is not a file', 'put a file of this name here'],
  large: ['the file is larger than 8 MB', 'look whether it is the right one'],
  denied: ['the file cannot be read', 'allow reading it']
}

/** The text of a hand-written file, or why it cannot be read. */
export function readText(root: string, file: string): { text: string } | { fault: Fault } {
  const fault = (message: string, hint?: string, text = '', offset = 0) => ({
    fault: { file, ...positionAt(text, offset), message, ...(hint !== undefined && { hint }) }
  })
  const read = new OutsideFolder(root).read(file, MAX_TEXT_BYTES)
  if (!read.ok) return fault(...hints[read.error.reason])
  const bytes = read.value
  if (/^(\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2)) || bytes.subarray(0, 200).includes(0))
    return fault('the file is saved as UTF-16', SAVE_AS)
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

/** A file whose name differs from the requested one only by case or by an extension that an editor added. */
export function findMisnamed(root: string, file: string): string | undefined {
  const wanted = basename(file).toLowerCase()
  const listed = new OutsideFolder(root).names(dirname(file))
  const names = listed.ok ? listed.value : []
  return names.find(name => name !== basename(file) && [wanted, `${wanted}.txt`].includes(name.toLowerCase()))
}
