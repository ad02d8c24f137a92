import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { copyRepository } from '#tests/support/scratch-copy.ts'

// A check that reads nothing always passes. So for each rule a canary in a copy of the repository adds one violation and expects a report of both.

interface Configuration {
  default: { forbidden: { name: string }[] }
  allowedImports: Record<string, readonly string[]>
  allowedInServer: Record<string, readonly string[]>
  allowedInSection: Record<string, readonly string[]>
}
// Plain JavaScript without types, so its path is in a variable.
const CONFIGURATION = '../../.dependency-cruiser.mjs'
const {
  default: configuration,
  allowedImports,
  allowedInServer,
  allowedInSection
} = (await import(CONFIGURATION)) as Configuration

interface Canary {
  rule: string
  file: string
  text: string
}

const sourceIn = (folder: string): string => globSync(`${folder}/**/*.{ts,tsx}`).toSorted()[0]!
const importing = (file: string): string =>
  `import * as it from '#${file.replace('src/', '')}'\nexport const canary = it\n`

/** A file in each module with an import that is not allowed. */
function canariesOf(
  table: Record<string, readonly string[]>,
  base: string,
  ruleOf: (module: string) => string
): Canary[] {
  return Object.entries(table).flatMap(([module, friends]) => {
    const stranger = Object.keys(table).find(
      other => other !== module && !friends.some(friend => friend === other || friend.startsWith(`${other}/`))
    )
    if (stranger === undefined) return []
    return [
      {
        rule: ruleOf(module),
        file: `${base}/${module}/canary-imports.ts`,
        text: importing(sourceIn(`${base}/${stranger}`))
      }
    ]
  })
}

const canaries: Canary[] = [
  ...canariesOf(allowedImports, 'src', module => `${module.replace('/', '-')}-imports`),
  ...canariesOf(allowedInServer, 'src/server', module => `server-${module}-imports`),
  ...canariesOf(allowedInSection, 'src/browser/section', module => `questionnaire-${module}-imports`),
  {
    rule: 'no-cycles',
    file: 'src/lib/canary-one.ts',
    text: `export { two } from './canary-two.ts'\nexport const one = 1\n`
  },
  {
    rule: 'no-cycles',
    file: 'src/lib/canary-two.ts',
    text: `export { one } from './canary-one.ts'\nexport const two = 2\n`
  },
  {
    rule: 'features-apart',
    file: 'src/browser/features/home/canary.ts',
    text: importing(sourceIn('src/browser/features/explorer'))
  },
  {
    rule: 'screens-do-not-call',
    file: 'src/browser/features/explorer/canary.tsx',
    text: importing('src/browser/api/call.ts')
  },
  {
    rule: 'cache-has-one-entry',
    file: 'src/browser/stores/canary-cache.ts',
    text: importing('src/browser/api/cache/device-cache.ts')
  },
  {
    rule: 'browser-without-node',
    file: 'src/domain/canary-node.ts',
    text: `export { readFileSync } from 'node:fs'\n`
  },
  {
    rule: 'browser-without-server-packages',
    file: 'src/browser/stores/canary.ts',
    text: `export { Hono } from 'hono'\n`
  },
  {
    rule: 'server-without-browser-packages',
    file: 'src/server/http/canary-react.ts',
    text: `export { useState } from 'react'\n`
  },
  {
    rule: 'product-without-tests',
    file: 'scripts/canary.ts',
    text: `export { chromiumPath } from '#tests/support/browser.ts'\n`
  },
  { rule: 'resolvable', file: 'scripts/canary-gone.ts', text: `export { gone } from './no-such-file.ts'\n` }
]

interface Violation {
  from: string
  rule: { name: string }
}
let violations: Violation[] = []

beforeAll(() => {
  using copy = copyRepository()
  copy.write(Object.fromEntries(canaries.map(({ file, text }) => [file, text])))
  const words = [
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
    ...canaries.map(({ file }) => file)
  ]
  const { stdout } = spawnSync('node_modules/.bin/depcruise', words, {
    cwd: copy.folder,
    encoding: 'utf8',
    maxBuffer: 1e9
  })
  violations = (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations
})

test.each(canaries)('$rule is reported in $file', ({ rule, file }) => {
  // A cycle is reported once, for one of its files.
  const files =
    rule === 'no-cycles' ? canaries.filter(other => other.rule === rule).map(other => other.file) : [file]
  const found = violations.filter(({ from }) => files.includes(from)).map(violation => violation.rule.name)
  expect(found).toContain(rule)
})

test('every rule has a canary', () => {
  const rules = configuration.forbidden.map(({ name }) => name)
  expect(rules.filter(name => !canaries.some(({ rule }) => rule === name))).toEqual([])
})

test('src/browser/section has one entry; every other file is in a module', () => {
  expect(globSync('src/browser/section/*.*')).toEqual(['src/browser/section/section-engine.ts'])
})

const foldersIn = (base: string): string[] =>
  readdirSync(base).filter(name => statSync(`${base}/${name}`).isDirectory())

test('every module has a rule, and every rule a module', () => {
  const layers = new Set(['browser', 'operations'])
  const modules = foldersIn('src').flatMap(name =>
    layers.has(name) ? foldersIn(`src/${name}`).map(part => `${name}/${part}`) : [name]
  )
  expect(modules.toSorted()).toEqual(Object.keys(allowedImports).toSorted())
  expect(foldersIn('src/server').toSorted()).toEqual(Object.keys(allowedInServer).toSorted())
  expect(foldersIn('src/browser/section').toSorted()).toEqual(Object.keys(allowedInSection).toSorted())
})

// The tool does not read Astro files.
describe.each(globSync('src/**/*.astro'))('%s', file => {
  const imports = [...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)].map(match => match[1] ?? '')

  test('imports only what its module may', () => {
    const strangers = imports
      .filter(path => path.startsWith('#'))
      .filter(path => !allowedImports['pages']?.some(module => path.startsWith(`#${module}/`)))
    expect(strangers).toEqual([])
    const relative = imports.filter(path => path.startsWith('.'))
    expect(relative.filter(path => path.startsWith('../..') || path.includes('src/'))).toEqual([])
    const missing = imports.filter(path => path.startsWith('#') && !existsSync(`src/${path.slice(1)}`))
    expect(missing).toEqual([])
  })
})
