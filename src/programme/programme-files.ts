import { OutsideFolder } from '#outside/folder.ts'
import type { Fault } from './faults/fault.ts'
import { readText } from './read-file.ts'

const SCHEMA = 'schema.json'
const FOLDER_HINT = 'replace the link with the folder itself'

interface ProgrammeFiles {
  files: string[]
  /** Files that look like a programme's but cannot be one, by the code in their name. */
  misnamed: { code: string; faults: Fault[] }[]
}

/** The programme files in `programmes/`, and files that look like one but cannot be. */
export function programmeFiles(root: string): ProgrammeFiles {
  const listed = new OutsideFolder(root).names('programmes')
  if (!listed.ok) {
    const fault = { file: 'programmes', line: 1, column: 1, message: listed.error.message, hint: FOLDER_HINT }
    return { files: [], misnamed: [{ code: '', faults: [fault] }] }
  }
  const names = listed.value.toSorted()
  const files = names
    .filter(name => name.endsWith('.json') && name !== SCHEMA)
    .map(name => `programmes/${name}`)
  return {
    files,
    misnamed: [
      ...names.map(name => ({ code: plainName(name).replace(/\.json$/, ''), faults: nameFault(name) })),
      ...(names.includes(SCHEMA) ? [{ code: 'schema', faults: schemaFaults(root) }] : [])
    ].filter(({ faults }) => faults.length > 0)
  }
}

const plainName = (name: string): string => name.replace(/\.txt$/i, '').replace(/\.json$/i, '.json')

/** Editors hide extensions and add their own; ignoring such a file silently would remove its site. */
function nameFault(name: string): Fault[] {
  const wanted = plainName(name)
  if (wanted === name || !wanted.endsWith('.json')) return []
  const message = name.toLowerCase().endsWith('.txt')
    ? "this looks like a programme's file with .txt after its name"
    : 'the ending must be in lower case'
  return [
    { file: `programmes/${name}`, line: 1, column: 1, message, hint: `rename it ${wanted.toLowerCase()}` }
  ]
}

/** The one name that a programme cannot have: it is the JSON Schema by which editors check the others. */
function schemaFaults(root: string): Fault[] {
  const file = `programmes/${SCHEMA}`
  const read = readText(root, file)
  if ('fault' in read) return [read.fault]
  if (!/"programmeId"\s*:\s*\d/.test(read.text)) return []
  const hint = 'name it otherwise, then npm run check-programmes -- --write-schema writes this file again'
  return [{ file, line: 1, column: 1, message: 'a programme cannot be named schema', hint }]
}
