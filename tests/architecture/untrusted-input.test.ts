// Only src/outside reads untrusted input, and only scripts/terminal.ts prints. Checked for every command and everything that it imports.

import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
/** Commands that work on the product's own source. */
const OF_DEVELOPERS = new Set([
  'scripts/test.ts',
  'scripts/test-long.ts',
  'scripts/texts.ts',
  'scripts/module-diagram.ts'
])
const entries = [
  ...new Set(
    Object.values(scripts).flatMap(line => [...line.matchAll(/scripts\/[\w-]+\.ts/g)].map(([file]) => file))
  )
].filter(file => !OF_DEVELOPERS.has(file))

const fileOf = (from: string, path: string): string | undefined => {
  if (path.startsWith('#')) return `src/${path.slice(1)}`
  return path.startsWith('.') ? normalize(join(dirname(from), path)).replaceAll('\\', '/') : undefined
}

/** The files of the product that a command runs. */
function runBy(entry: string): Set<string> {
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file) || !/\.tsx?$/.test(file)) return
    found.add(file)
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'))
    for (const { fileName } of importedFiles) {
      const next = fileOf(file, fileName)
      if (next !== undefined) visit(next)
    }
  }
  visit(entry)
  return found
}

const commands = new Map(entries.map(entry => [entry, runBy(entry)]))
const files = [...new Set([...commands.values()].flatMap(found => [...found]))].toSorted()

/** Exports of modules that read input. */
const READING: [module: RegExp, name: RegExp][] = [
  [
    /^node:fs(\/promises)?$/,
    /^(read(?!able|only)|createReadStream|open|exists|stat|realpath|access|copyFile|cp(Sync)?$|glob|watch)/
  ],
  [
    /^node:(http|https|http2|net|tls|dgram)$/,
    /^(connect|createConnection|createSocket|request|get|default)$/
  ],
  [/^node:zlib$/, /gunzip|inflate|unzip|decompress/i]
]
const CALLS = /^((globalThis\.)?fetch|require|createRequire|process\.std(out|err)\.write|console\.\w+)$/

/** The ways in which a file reads input or writes to the terminal. */
function waysIn(file: string, text = readFileSync(file, 'utf8')): string[] {
  const ways = new Set<string>()
  const noteImport = ({ importClause, moduleSpecifier }: ts.ImportDeclaration): void => {
    const [, name] = READING.find(([module]) => module.test((moduleSpecifier as ts.StringLiteral).text)) ?? []
    const { namedBindings, phaseModifier } = importClause ?? {}
    const isOfTypes = phaseModifier === ts.SyntaxKind.TypeKeyword
    if (name === undefined || isOfTypes) return
    // Importing a whole module counts as all of its exports.
    if (namedBindings === undefined || !ts.isNamedImports(namedBindings)) {
      ways.add(moduleSpecifier.getText())
      return
    }
    const values = namedBindings.elements.filter(({ isTypeOnly }) => !isTypeOnly)
    const imported = values.map(({ name: local, propertyName }) => (propertyName ?? local).text)
    for (const one of imported.filter(it => name.test(it))) ways.add(one)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) noteImport(node)
    if (ts.isCallExpression(node) && CALLS.test(node.expression.getText()))
      ways.add(node.expression.getText())
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return [...ways].toSorted()
}

const OF_FILES = /^(read|exists|stat|glob|copyFile|realpath|open)/

/** Other files that may read input, and why. */
const allowed: { files: RegExp; ways: RegExp; why: string }[] = [
  { files: /^src\/outside\//, ways: /^(?!process|console)/, why: 'the reader itself' },
  { files: /^scripts\/(terminal|progress)\.ts$/, ways: /^process/, why: 'prints through printable.ts' },
  { files: /^src\/server\/(main|http\/log)\.ts$/, ways: /^process/, why: 'prints through printable.ts' },
  {
    files: /^src\/sites\//,
    ways: OF_FILES,
    why: 'reads what this build wrote, and the packages that it is made of'
  },
  {
    files: /^src\/sites\/lock\.ts$/,
    ways: /^connect$/,
    why: 'waits for another build of this machine'
  },
  {
    files: /^scripts\/(serve-sites|site-files)\.ts$/,
    ways: OF_FILES,
    why: 'shows what this build wrote, on this machine'
  },
  {
    files: /^src\/sites\/compress\.ts$/,
    ways: /ecompress|gunzip/,
    why: 'decodes compressed copies no further than the size of their file'
  },
  { files: /^scripts\/check-programmes\.ts$/, ways: OF_FILES, why: "compares the product's own schemas" },
  {
    files: /^scripts\/(new-programme|rename-programme|remove-data)\.ts$/,
    ways: /^existsSync$/,
    why: 'looks whether a programme has a file'
  },
  {
    files: /^scripts\/watch-api\.ts$/,
    ways: /^fetch$/,
    why: 'asks the API that it has started whether it is ready'
  },
  {
    files: /^src\/operations\/doctor\/site\.ts$/,
    ways: /^connect$/,
    why: 'reads the certificate of the site'
  },
  {
    files: /^src\/server\/(database|auth)\//,
    ways: OF_FILES,
    why: 'opens the data folder, which is for its owner alone'
  },
  {
    files: /^src\/server\/releases\/release-files\.ts$/,
    ways: /^readFileSync$/,
    why: 'reads the program beside it'
  },
  {
    files: /^src\/server\/http\/compression\.ts$/,
    ways: /^brotliDecompress$/,
    why: 'unpacks what it has packed'
  },
  {
    files: /^src\/operations\/backup\/file\.ts$/,
    ways: /^createGunzip$/,
    why: 'unpacks a stream of the reader, with a limit on each line'
  },
  { files: /^src\/operations\/backup\/write\.ts$/, ways: /^open$/, why: 'makes a new file' },
  {
    files: /^src\/operations\/backup\/running\.ts$/,
    ways: /^createConnection$/,
    why: 'asks the API that uses the same data folder'
  }
]

test('the commands and their imports are found', () => {
  expect(entries).toEqual(
    expect.arrayContaining(
      ['publish', 'doctor', 'provision', 'backup', 'restore', 'move-data', 'api', 'build'].map(
        name => `scripts/${name}.ts`
      )
    )
  )
  for (const entry of ['publish', 'doctor', 'provision', 'backup', 'restore'])
    expect([entry, commands.get(`scripts/${entry}.ts`)?.has('src/outside/folder.ts') ?? false]).toEqual([
      entry,
      true
    ])
})

test.each([
  ["import { readFileSync as read } from 'node:fs'", 'readFileSync'],
  ["import * as fs from 'node:fs/promises'", "'node:fs/promises'"],
  ["import { get } from 'node:https'", 'get'],
  ["import { gunzipSync } from 'node:zlib'", 'gunzipSync'],
  ["export const page = await fetch('https://a.example')", 'fetch'],
  ["console.log('\u001b[2J')", 'console.log']
])('%s is noticed', (text, way) => {
  expect(waysIn('canary.ts', text)).toEqual([way])
})

test('no other file reads files, calls addresses, decompresses or prints', () => {
  const strange = files.flatMap(file =>
    waysIn(file)
      .filter(way => !allowed.some(one => one.files.test(file) && one.ways.test(way)))
      .map(way => `${file}: ${way}`)
  )
  expect(strange).toEqual([])
})

test('every permission is needed', () => {
  const unused = allowed.filter(
    one => !files.some(file => one.files.test(file) && waysIn(file).some(way => one.ways.test(way)))
  )
  expect(unused).toEqual([])
})
