import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')]
const scripts: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts
const builtIn = new Set(['ci', 'install', 'run'])

/** What stands between backticks, blocks included. */
const code = (text: string) =>
  [...text.matchAll(/```[a-z]*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(match => match[1] ?? match[2] ?? '')

test.each(documents)('%s names only commands that exist', file => {
  const commands = code(readFileSync(file, 'utf8')).flatMap(part =>
    [...part.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)].map(match => match[1] ?? '')
  )
  const unknown = commands.filter(
    name =>
      !builtIn.has(name) &&
      !(name in scripts) &&
      !(name.endsWith(':') && Object.keys(scripts).some(script => script.startsWith(name)))
  )
  expect(unknown).toEqual([])
})

test.each(documents)('%s names only paths that exist', file => {
  const paths = code(readFileSync(file, 'utf8')).flatMap(part =>
    [
      ...part.matchAll(/(?:^|[\s(])((?:src|scripts|tests|programmes|public|docs)\/[\w./-]*[\w-])(?![\w<*])/g)
    ].map(match => match[1] ?? '')
  )
  expect(paths.filter(path => !existsSync(path))).toEqual([])
})

/** Headings `## 4.` of a page, and `22.3` for the numbered points below them. */
function sectionsOf(file: string): Set<string> {
  const sections = new Set<string>()
  let section = ''
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    section = /^## (\d+)\./.exec(line)?.[1] ?? section
    sections.add(section)
    const point = /^(\d+)\. /.exec(line)?.[1]
    if (point) sections.add(`${section}.${point}`)
  }
  return sections
}

test('what comments cite stands in the documents', () => {
  const known = { spec: sectionsOf('docs/specification.md'), product: sectionsOf('docs/product.md') }
  const missing: string[] = []
  let count = 0
  for (const file of globSync(['src/**/*.{ts,tsx,astro}', 'scripts/*.ts', 'tests/**/*.{ts,tsx}'])) {
    for (const [citation, page = '', section = ''] of readFileSync(file, 'utf8').matchAll(
      /\b(spec|product) (\d+(?:\.\d+)?)/gi
    )) {
      count += 1
      if (!known[page.toLowerCase() as keyof typeof known].has(section)) missing.push(`${file}: ${citation}`)
    }
  }
  expect(missing).toEqual([])
  expect(count).toBeGreaterThan(100)
})
