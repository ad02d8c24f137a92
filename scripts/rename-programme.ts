// Changes a programme's code: its file, the code in it, and its logo. npm run rename-programme -- <code>
// <new code>

import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyEdits, modify } from 'jsonc-parser'
import { describeFault } from '#programme/faults/fault.ts'
import { loadProgrammes } from '#programme/load.ts'
import { logoPath } from '#programme/logo/logo-file.ts'
import { readText } from '#programme/read-file.ts'
import { createCommand, ROOT_OPTION } from './command.ts'
import { print, stop, stopFailed } from './terminal.ts'

const command = createCommand('rename-programme')
  .description('Gives a programme another code, and with it another file, folder and host')
  .argument('<code>', 'the current code')
  .argument('<new-code>', 'lower-case letters, digits and hyphens')
  .option(...ROOT_OPTION)
  .parse()
const [from = '', to = ''] = command.args
const { root } = command.opts<{ root: string }>()

const pathsOf = (code: string): [string, string] => [
  join(root, `programmes/${code}.json`),
  join(root, logoPath(code))
]

const loaded = loadProgrammes({ root, codes: [from] })
if (!loaded.ok) stop(`${loaded.error.map(describeFault).join('\n')}\nNothing was renamed.`)
// Check the code before it becomes part of a path.
if (!/^[a-z][a-z0-9-]*$/.test(to))
  stop(`"${to}" cannot be a code: use lower-case letters, digits and hyphens, and start with a letter.`)
const [file, logo] = pathsOf(from)
const [newFile, newLogo] = pathsOf(to)
// Keeps the old file until the new one is known to be valid.
const kept = `${file}.old`
const taken = [newFile, newLogo, kept].find(existsSync)
if (taken !== undefined) stop(`${taken} already exists. Nothing was renamed.`)

const read = readText(root, `programmes/${from}.json`)
if ('fault' in read) stop(describeFault(read.fault))

function toRenamed(text: string): string {
  const { formerCodes = [] } = JSON.parse(text) as { formerCodes?: string[] }
  const withCode = applyEdits(text, modify(text, ['code'], to, {}))
  const known = [...formerCodes.filter(code => code !== to && code !== from), from]
  const edits = modify(withCode, ['formerCodes'], known, {
    formattingOptions: { insertSpaces: true, tabSize: 2 },
    getInsertionIndex: names => names.indexOf('code') + 1
  })
  return applyEdits(withCode, edits)
}

/** What takes back each step of this run, and nothing of another process. */
const undoSteps: (() => void)[] = []
const undo = (): void => undoSteps.forEach(undoStep => undoStep())
function move(path: string, newPath: string): void {
  renameSync(path, newPath)
  undoSteps.push(() => renameSync(newPath, path))
}

try {
  writeFileSync(newFile, '', { flag: 'wx' })
  undoSteps.push(() => rmSync(newFile))
  writeFileSync(newFile, toRenamed(read.text))
  move(logo, newLogo)
  move(file, kept)
} catch (error) {
  undo()
  stopFailed(error, 'Nothing was renamed.')
}
const renamed = loadProgrammes({ root, codes: [to] })
if (!renamed.ok) {
  undo()
  stop(`${renamed.error.map(describeFault).join('\n')}\nNothing was renamed.`)
}
rmSync(kept)
print(`${from} is now ${to}. Its programmeId is the same, so it keeps its data.
The next full build makes dist/${to} and removes dist/${from}. Rename its host too, and tell the API the new origin.
If its site was published, npm run publish -- unpublish --programme ${from} takes the old one down.
Old links lead to the old host, so make that host redirect.`)
