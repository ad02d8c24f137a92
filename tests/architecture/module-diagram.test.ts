import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawModules, type ImportRules } from '#scripts/module-graph.ts'

const RULES = '../../.dependency-cruiser.mjs'

test('the module diagram matches the import rules', async () => {
  const rules = (await import(RULES)) as ImportRules
  expect(readFileSync('docs/architecture.md', 'utf8')).toContain(`\`\`\`mermaid\n${drawModules(rules)}\`\`\``)
})

test('an implied arrow is left out, and a file counts as its module', () => {
  const allowedImports = {
    lib: [],
    contract: ['lib'],
    'browser/api': ['contract', 'lib'],
    pages: ['browser/api/call\\.ts']
  }
  const arrows = drawModules({ allowedImports, allowedInServer: {} }).match(/\S+ --> \S+/g)
  expect(arrows).toEqual(['contract --> lib', 'browser_api --> contract', 'pages --> browser_api'])
})
