import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { positionAt, type Fault } from './fault.ts'

const SAVE_AS = 'save it as UTF-8'

/** The text of a hand-written file, or why it cannot be read. */
export function readText(root: string, file: string): { text: string } | { fault: Fault } {
  const fault = (message: string, hint: string, text = '', offset = 0) => ({
    fault: { file, ...positionAt(text, offset), message, hint }
  })
  const path = join(root, file)
  const state = statSync(path, { throwIfNoEntry: false })
  if (state === undefined)
    return fault('this is a link to a file that is not there', 'put the file itself here')
  if (!state.isFile())
    return fault('this is a folder, not a file', 'put a file of this name here, or rename the folder')
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    return fault(`the file cannot be read (${(error as NodeJS.ErrnoException).code})`, 'allow reading it')
  }
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
  const folder = join(root, dirname(file))
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.find(name => name !== basename(file) && [wanted, `${wanted}.txt`].includes(name.toLowerCase()))
}
