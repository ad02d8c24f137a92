// Writes one page with the colours of every programme: logo, shades with their contrasts, buttons, a chart, the login form. npm run colours

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describeFault } from '#programme/faults/fault.ts'
import { loadProgrammes } from '#programme/load.ts'
import { coloursPage } from './colours-page.ts'
import { createCommand } from './command.ts'
import { reportFaults } from './report-faults.ts'
import { print, printError } from './terminal.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const { root: from, out } = createCommand('colours')
  .description('Writes one page with the colours of every programme')
  .option('--root <folder>', 'the folder with programmes/ and public/', root)
  .option('--out <file>', 'the page', join(root, '.build/colours.html'))
  .parse()
  .opts<{ root: string; out: string }>()

const loaded = loadProgrammes({ root: from })
if (!loaded.ok) {
  for (const fault of loaded.error) printError(describeFault(fault))
  process.exit(2)
}
mkdirSync(dirname(out), { recursive: true })
const { programmes } = loaded.value
writeFileSync(out, coloursPage(programmes))
reportFaults(loaded.value)
if (loaded.value.faults.length > 0) process.exitCode = 2
print(`${programmes.length} programmes: ${pathToFileURL(out).href}`)
