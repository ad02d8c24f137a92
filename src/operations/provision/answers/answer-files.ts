// The files of answers in a project's folder: answers/*.csv, in the long layout of docs/answers.md.

import { faultAt, type AnswersFile } from '#operations/provision/desired.ts'
import { OutsideFolder } from '#outside/folder.ts'
import type { Fault } from '#programme/faults/fault.ts'

/** Lists the files without reading them: they may be larger than the memory. */
export function listAnswersFiles(folder: string, project: string, faults: Fault[]): AnswersFile[] {
  const outside = new OutsideFolder(folder)
  const root = `projects/${project}/answers`
  const listed = outside.names(root)
  if (!listed.ok) {
    faults.push(faultAt({ file: root, line: 1 }, listed.error.message))
    return []
  }
  const names = listed.value.filter(name => !name.startsWith('.')).toSorted()
  return names.flatMap(name => {
    const file = `${root}/${name}`
    if (!name.endsWith('.csv')) {
      const hint = 'put answers exported in the long layout into this folder, as CSV files'
      faults.push(faultAt({ file, line: 1 }, `${name} is not a CSV file`, hint))
      return []
    }
    if (outside.hasFile(file)) return [{ project, file, open: () => outside.stream(file) }]
    const read = outside.read(file, 0)
    faults.push(faultAt({ file, line: 1 }, read.ok ? `${file} cannot be read` : read.error.message))
    return []
  })
}
