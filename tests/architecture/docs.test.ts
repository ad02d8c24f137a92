import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...globSync('docs/**/*.md')]
const scripts: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts
const builtIn = new Set(['audit', 'ci', 'install', 'run'])

/** Texts between backticks, including blocks. */
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

test.each(documents)('%s repeats no end of a line at the start of the next', file => {
  const prose = readFileSync(file, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
  expect(prose.match(/(?<=\s)((?:\S+ ){2,}\S+)\n *\1\b/)?.[1]).toBeUndefined()
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

const CODE = ['src/**/*.{ts,tsx,astro}', 'scripts/*.{ts,mjs}', 'tests/**/*.{ts,tsx}']
/** The libraries that the benchmarks compare with have packages of their own. */
const isForeign = (path: string): boolean => path.includes('node_modules')
const citing = globSync(CODE, { exclude: isForeign })

test('sections that comments cite exist', () => {
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

/** Strings match first, so that no comment is found in one. */
const STRING_OR_COMMENT =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/(.*)$|\/\*([^]*?)\*\//gm
/** `plotly.js` is a package; a file in JavaScript is named with its folder. */
const NAMED_PATH =
  /(?<![\w/#.{}<>*-])#?(?:(?:[\w.@-]+\/)*[\w.@-]+\.(?:tsx?|mjs|astro|css|md)|(?:[\w.@-]+\/)+[\w.@-]+\.js)(?![\w<*-]|\.\w)/g

const pathsInComments = (source: string): string[] =>
  [...source.matchAll(STRING_OR_COMMENT)].flatMap(([, line, block]) =>
    ((line ?? block ?? '').match(NAMED_PATH) ?? []).map(path => path.replace(/^#/, 'src/'))
  )

test('a comment names files by paths that exist, or by name in its own folder', () => {
  const commented = globSync(['src/**/*.{css,js}', ...CODE], { exclude: isForeign })
  const named = commented.flatMap(file =>
    pathsInComments(readFileSync(file, 'utf8')).map(path => ({ file, path }))
  )
  const missing = named.filter(
    ({ file, path }) => !existsSync(path) && !existsSync(join(dirname(file), path))
  )
  expect(missing.map(({ file, path }) => `${file}: ${path}`)).toEqual([])
  expect(named.length).toBeGreaterThan(50)
})

test('a path in a comment is found, and none in a string', () => {
  const source = [
    '// See src/a.ts and b.tsx.',
    "const url = 'https://x.example/c.ts' // #lib/d.ts",
    '/* plotly.js, e/f.js */'
  ]
  expect(pathsInComments(source.join('\n'))).toEqual(['src/a.ts', 'b.tsx', 'src/lib/d.ts', 'e/f.js'])
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

test('decisions that are cited exist', () => {
  const numbers = new Set(decisions.map(file => basename(file).slice(0, 4)))
  const missing = [...citing, ...documents].flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\bdecisions?[/ ](\d{4})\b/g)]
      .filter(([, number = '']) => !numbers.has(number))
      .map(([citation]) => `${file}: ${citation}`)
  )
  expect(missing).toEqual([])
})

/** The anchors of a page's headings, as GitHub and GitLab make them. */
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

test('the README describes each folder of src', () => {
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

test('every benchmark can be run in part, ends in time and prints verdicts', () => {
  const benchmarks = Object.entries(scripts).filter(([name]) => name.startsWith('bench:'))
  const lacking = benchmarks.flatMap(([name, command]) => {
    const file = /tests\/bench\/\S+\.ts/.exec(command)?.[0] ?? ''
    const text = readFileSync(file, 'utf8')
    return ['chosenParts(', 'mayBegin(', 'reportFigures(']
      .filter(call => !text.includes(call))
      .map(call => `${name}: ${call}`)
  })
  expect(lacking).toEqual([])
})
