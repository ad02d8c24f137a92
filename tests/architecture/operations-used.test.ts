// Every operation of the contract is called by an action that belongs to a screen. Calls, the functions around them, and the addresses whose screens
// import them are read from the code.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'

const files = globSync('src/**/*.{ts,tsx}', { exclude: ['src/server/**', 'src/demo/**'] })
const textOf = new Map(files.map(path => [normalize(path), readFileSync(path, 'utf8')]))

/** The imports of a file, lazy ones included and types excluded. */
function importsOf(path: string): string[] {
  const text = textOf.get(path) ?? ''
  const found = text.matchAll(/(?:^(?:import|export)(?! type)[^'"]*?from\s*|\bimport\()'([.#][^']+)'/gm)
  return [...found]
    .map(([, target = '']) =>
      normalize(target.startsWith('#') ? join('src', target.slice(1)) : join(dirname(path), target))
    )
    .filter(target => existsSync(target))
}

const imports = new Map([...textOf.keys()].map(path => [path, importsOf(path)]))

function reachableFrom(start: string): Set<string> {
  const reached = new Set([start])
  const queue = [start]
  for (let path = queue.pop(); path !== undefined; path = queue.pop())
    for (const next of imports.get(path) ?? [])
      if (!reached.has(next)) {
        reached.add(next)
        queue.push(next)
      }
  return reached
}

/** The addresses, each with the file of its screen. */
const table = textOf.get('src/browser/app/routes.ts') ?? ''
const screens = [
  ...table.matchAll(/pattern: '([^']+)',[\s\S]*?page: (?:chunk\(\(\) => import\('#([^']+)'\)\)|(\w+))/g)
].map(([, pattern = '', chunk, named = '']) => {
  const [, later] = new RegExp(`const ${named}\\b[^\\n]*import\\('#([^']+)'\\)`).exec(table) ?? []
  const [, atOnce] = /import LoginScreen from '#([^']+)'/.exec(table) ?? []
  return { pattern, reached: reachableFrom(join('src', chunk ?? later ?? atOnce ?? '')) }
})
const everywhere = reachableFrom('src/browser/app/start.ts')

interface Use {
  path: string
  action: string
}

/** Every place that calls an operation, with the function around it. */
function usesOf(operation: string): Use[] {
  // Called directly, or passed to a caller.
  const call = new RegExp(
    `(?:\\bcall(?:File)?\\(\\s*(?:[\\w$.]+ \\? )?(?:\\w+ : )?|\\bendpoint: )${operation}\\b`,
    'g'
  )
  return [...textOf].flatMap(([path, text]) =>
    [...text.matchAll(call)].map(({ index }) => ({
      path,
      action:
        [...text.slice(0, index).matchAll(/^(?:export )?(?:async )?(?:function|const) (\w+)/gm)].at(
          -1
        )?.[1] ?? ''
    }))
  )
}

const screensOf = ({ path }: Use): string[] => {
  const own = screens.filter(({ reached }) => reached.has(path)).map(({ pattern }) => pattern)
  return own.length > 0 ? own : everywhere.has(path) ? ['every screen'] : []
}

const names = Object.keys(endpoints).toSorted()
const used = names.map(name => {
  const uses = usesOf(name).map(use => ({ ...use, screens: screensOf(use) }))
  return { name, uses: uses.filter(use => use.screens.length > 0) }
})

test('the route table was read', () => {
  expect(screens.length).toBeGreaterThan(20)
  for (const { reached } of screens) expect(reached.size).toBeGreaterThan(1)
})

/** For integrators: decision 0032 says which operations screens use instead. */
const withoutScreen = new Set(['createSubmission'])

describe.each(used)('$name', ({ name, uses }) => {
  test.skipIf(withoutScreen.has(name))('is called by an action of a screen', () => {
    expect(uses).not.toEqual([])
    expect(uses.filter(({ action, screens: own }) => action === '' || own.length === 0)).toEqual([])
  })
})

test('operations without a screen exist and are never called', () => {
  const uncalled = used.filter(({ uses }) => uses.length === 0).map(({ name }) => name)
  expect([...withoutScreen].toSorted()).toEqual(uncalled)
})
