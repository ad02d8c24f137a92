// Writes the diagram in docs/architecture.md: the modules of src and which may import which, as .dependency-cruiser.mjs allows. With --check it
// only compares.

import { readFileSync, writeFileSync } from 'node:fs'
import { createCommand } from './command.ts'
import { drawModules } from './module-graph.ts'
import { print, printError } from './terminal.ts'

const PAGE = new URL('../docs/architecture.md', import.meta.url)
const DIAGRAM = /```mermaid\n[^]*?```/

const { check } = createCommand('module-diagram')
  .description('Writes the diagram in docs/architecture.md from the import rules.')
  .option('--check', 'write nothing; exit with 1 if the diagram is not up to date')
  .parse()
  .opts<{ check?: true }>()

// A path in a variable, because the rules are not part of what is compiled.
const rulesFile = '../.dependency-cruiser.mjs'
const page = readFileSync(PAGE, 'utf8')
const current = page.replace(DIAGRAM, `\`\`\`mermaid\n${drawModules(await import(rulesFile))}\`\`\``)
if (current === page) print('docs/architecture.md is up to date.')
else if (check) {
  printError('docs/architecture.md is out of date. Run npm run module-diagram.')
  process.exitCode = 1
} else writeFileSync(PAGE, current)
