import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from './fault.ts'
import { readText } from './read-file.ts'

const SCHEMA = 'schema.json'

/** The files of `programmes/` that are to hold a programme, and those that look as if they should and cannot. */
export function programmeFiles(root: string): { files: string[]; faults: Fault[] } {
  const names = readdirSync(join(root, 'programmes')).toSorted()
  const files = names
    .filter(name => name.endsWith('.json') && name !== SCHEMA)
    .map(name => `programmes/${name}`)
  return {
    files,
    faults: [...names.flatMap(nameFault), ...(names.includes(SCHEMA) ? schemaFaults(root) : [])]
  }
}

/** Editors hide endings and add their own, and what is passed over in silence would take its site away. */
function nameFault(name: string): Fault[] {
  const wanted = name.replace(/\.txt$/i, '').replace(/\.json$/i, '.json')
  if (wanted === name || !wanted.endsWith('.json')) return []
  const message = name.toLowerCase().endsWith('.txt')
    ? "this looks like a programme's file with .txt after its name"
    : 'the ending must be in lower case'
  return [
    { file: `programmes/${name}`, line: 1, column: 1, message, hint: `rename it ${wanted.toLowerCase()}` }
  ]
}

/** The one name that a programme cannot have: its file is the description that editors check the others with. */
function schemaFaults(root: string): Fault[] {
  const file = `programmes/${SCHEMA}`
  const read = readText(root, file)
  if ('fault' in read) return [read.fault]
  if (!/"programmeId"\s*:\s*\d/.test(read.text)) return []
  const hint = 'name it otherwise, then npm run check-programmes -- --write-schema writes this file again'
  return [{ file, line: 1, column: 1, message: 'a programme cannot be named schema', hint }]
}
