import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...globSync('docs/**/*.md')]
const scripts: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts
const builtIn = new Set(['audit', 'ci', 'install', 'run'])

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

/** The sections of a page: `4` for a heading `## 4.`, and `22.3` for a numbered point below a heading. */
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

const citing = globSync(['src/**/*.{ts,tsx,astro}', 'scripts/*.{ts,mjs}', 'tests/**/*.{ts,tsx}'], {
  // The benchmarks' peers bring packages of their own.
  exclude: path => path.includes('node_modules')
})

test('what comments cite is in the documents', () => {
  const known = {
    spec: sectionsOf('docs/specification.md'),
    product: sectionsOf('docs/product.md'),
    quality: sectionsOf('docs/quality.md')
  }
  const missing: string[] = []
  let count = 0
  for (const file of citing) {
    for (const [citation, page = '', section = ''] of readFileSync(file, 'utf8').matchAll(
      /\b(spec|product|quality) (\d+(?:\.\d+)?)/gi
    )) {
      count += 1
      if (!known[page.toLowerCase() as keyof typeof known].has(section)) missing.push(`${file}: ${citation}`)
    }
  }
  expect(missing).toEqual([])
  expect(count).toBeGreaterThan(100)
})

test('a comment that cites a document names its section', () => {
  const vague = citing.filter(file =>
    /(?:\/\/|\*)[^\n'`]*(?:\b(?:spec|product|quality)(?:ification)?\.md\b|\b(?:spec|product|quality):\s)/i.test(
      readFileSync(file, 'utf8')
    )
  )
  expect(vague).toEqual([])
})

const decisions = globSync('docs/decisions/[0-9]*.md').toSorted()

test('decisions are numbered without gaps, and the index lists each', () => {
  expect(decisions.map(file => Number(basename(file).slice(0, 4)))).toEqual(
    decisions.map((_, index) => index + 1)
  )
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  const listed = [...index.matchAll(/^- \[(\d{4})\]\((.+?)\) (.+)$/gm)].map(([, number, file, title]) => ({
    file,
    heading: `# ${number}. ${title}`
  }))
  const written = decisions.map(file => ({
    file: basename(file),
    heading: readFileSync(file, 'utf8').split('\n')[0]
  }))
  expect(listed.toSorted((a, b) => a.heading.localeCompare(b.heading))).toEqual(written)
})

test.each(decisions)('%s has four parts', file => {
  const parts = [...readFileSync(file, 'utf8').matchAll(/^## (.+)$/gm)].map(([, part]) => part)
  expect(parts).toEqual(['Context', 'Decision', 'Consequences', 'Alternatives'])
})

test('what cites a decision names one that exists', () => {
  const numbers = new Set(decisions.map(file => basename(file).slice(0, 4)))
  const missing = [...citing, ...documents].flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\bdecisions?[/ ](\d{4})\b/g)]
      .filter(([, number = '']) => !numbers.has(number))
      .map(([citation]) => `${file}: ${citation}`)
  )
  expect(missing).toEqual([])
})

/** The anchors that a reader's link may name, made of the headings as GitHub and GitLab make them. */
const anchorsOf = (file: string): Set<string> =>
  new Set(
    [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-')
    )
  )

test.each(documents)('%s links only to files and headings that exist', file => {
  const targets = [
    ...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?[^)]*\)/g)
  ].map(([, path = '', anchor]) => ({ path: path === '' ? file : join(dirname(file), path), anchor }))
  expect(
    targets.filter(
      ({ path, anchor }) => !existsSync(path) || (anchor !== undefined && !anchorsOf(path).has(anchor))
    )
  ).toEqual([])
})

test('the README says what each folder of the source code holds', () => {
  const readme = readFileSync('README.md', 'utf8')
  const described = new Set(
    [...readme.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path)
    )
  )
  const folders = readdirSync('src').map(name => `src/${name}`)
  expect(folders.filter(folder => !described.has(folder))).toEqual([])
})

test('the README lists every benchmark', () => {
  const readme = readFileSync('README.md', 'utf8')
  const benchmarks = Object.keys(scripts).filter(name => name.startsWith('bench:'))
  expect(benchmarks.length).toBeGreaterThan(0)
  expect(benchmarks.filter(name => !readme.includes(`npm run ${name} `))).toEqual([])
})
