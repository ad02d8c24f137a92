// Reads and validates the file of a programme's logo.

import { OutsideFolder } from '#outside/folder.ts'
import { positionAt, type Fault } from '#programme/faults/fault.ts'
import { findMisnamed, readText } from '#programme/read-file.ts'
import { logoFaults } from './logo.ts'

export const logoPath = (code: string): string => `public/images/logos/${code}.svg`

export function readLogo(root: string, code: string): { svg: string; faults: Fault[] } {
  const file = logoPath(code)
  const fault = (message: string, hint: string) => ({
    svg: '',
    faults: [{ file: `programmes/${code}.json`, line: 1, column: 1, message, hint }]
  })
  if (!new OutsideFolder(root).has(file)) {
    const other = findMisnamed(root, file)
    if (other !== undefined) return fault(`the logo ${file} is missing`, `rename ${other}`)
    return fault(
      `the logo ${file} is missing`,
      `draw one, or let npm run new-programme -- ${code} --logo-only draw a starter`
    )
  }
  const read = readText(root, file)
  if ('fault' in read) return { svg: '', faults: [read.fault] }
  return {
    svg: read.text,
    faults: logoFaults(read.text).map(({ offset, message }) => ({
      file,
      ...positionAt(read.text, offset),
      message,
      hint: 'mend or remove it, or save the logo again as “plain SVG”'
    }))
  }
}
