import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { compressFiles } from '#sites/compress.ts'
import { sha256 } from '#sites/digest.ts'
import { inlineHashes } from '#sites/hosting/policy.ts'
import { parseTemplate } from '#sites/placeholders.ts'
import {
  CHUNK_GRAPH_FILE,
  IMPORT_MAP_FILE,
  screenChunk,
  withImports,
  type BuiltChunk
} from './chunk-graph.ts'
import { firstCode, islandFiles, weighScripts } from './page-code.ts'
import { describeShared, cachedShell, type CachedShell, type ShellContent } from './shell-cache.ts'

const filesBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry =>
      join(entry.parentPath, entry.name)
        .slice(directory.length + 1)
        .replaceAll('\\', '/')
    )
    .toSorted()

/** A hash of everything that the code is built from. Programme files and logos are not included, because they are stamped. */
function inputsHash(root: string): string {
  const files = [
    ...globSync('src/**/*', {
      cwd: root,
      withFileTypes: true,
      exclude: entry => ['server', 'demo'].includes(entry.name) && entry.parentPath.endsWith('src')
    })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name)),
    ...filesBelow(join(root, 'public'))
      .filter(file => !file.startsWith('images/logos/'))
      .map(file => join(root, 'public', file)),
    ...['astro.config.mjs', 'uno.config.ts', 'tsconfig.json', 'package-lock.json'].map(file =>
      join(root, file)
    )
  ]
  const digest = createHash('sha256')
  for (const file of files.toSorted())
    digest.update(`${file.slice(root.length)}\0${sha256(readFileSync(file))}\n`)
  return digest.digest('hex').slice(0, 16)
}

/** Returns the shell from the cache, or builds it with one run of Astro and Vite. */
export function prepareShell(
  root: string,
  onWait?: () => void
): Promise<{ shell: CachedShell; isNew: boolean }> {
  const make = async (directory: string): Promise<ShellContent> => {
    mkdirSync(directory, { recursive: true })
    await runAstro(root, directory)
    return finishShell(root, directory)
  }
  return cachedShell(join(root, '.build/shell'), inputsHash(root), make, onWait)
}

/** Ends the process with the build that started it. A killed build could not do so, and Astro would go on writing where the next one works. */
const END_WITH_PARENT = `data:text/javascript,${encodeURIComponent(
  `process.on('disconnect', () => process.kill(process.pid, 'SIGKILL')); process.channel?.unref()`
)}`

/** In a separate process: Astro leaves handles open and holds memory that the stamp does not need. */
async function runAstro(root: string, outDir: string): Promise<void> {
  const { PROGRAMME: _, ...env } = process.env
  const astro = join(root, 'node_modules/astro/bin/astro.mjs')
  const words = ['--import', END_WITH_PARENT, astro, 'build', '--root', root, '--outDir', outDir]
  const child = spawn(process.execPath, words, {
    cwd: root,
    // With any other NODE_ENV, React's code names the folder that it was built in.
    env: { ...env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc']
  })
  const [output, status] = await Promise.all([
    Promise.all([child.stdout, child.stderr].map(async stream => (stream === null ? '' : text(stream)))),
    once(child, 'close')
  ])
  if (status[0] !== 0) throw new Error(`the code could not be built:\n${output.join('').trim()}`)
}

/** Turns Astro's output into a shell: what belongs to one programme is dropped, the pages are completed and cut at their tokens. */
async function finishShell(root: string, directory: string): Promise<ShellContent> {
  const graph = join(directory, CHUNK_GRAPH_FILE)
  const chunks = existsSync(graph) ? (JSON.parse(readFileSync(graph, 'utf8')) as BuiltChunk[]) : []
  const map = join(directory, IMPORT_MAP_FILE)
  const importMap = sortedImportMap(readFileSync(map, 'utf8'))
  for (const file of [graph, map]) rmSync(file, { force: true })
  rmSync(join(directory, 'images/logos'), { recursive: true, force: true })
  const files = filesBelow(directory)
  const raw = files
    .filter(file => file.endsWith('.html'))
    .map(file => ({ file, html: readFileSync(join(directory, file), 'utf8') }))
  // Loaded only here, because a build of unchanged code does not need it.
  const { criticalCss } = await import('./critical-css.ts')
  const css = await criticalCss(
    root,
    raw.map(page => page.html)
  )
  const parts = { css, chunks, importMap }
  const pages = raw.map(({ file, html }) => ({ file, html: completePage(html, file, parts) }))
  const shared = files.filter(file => !file.endsWith('.html')).map(path => describeShared(directory, path))
  const copies = await compressFiles(directory, shared)
  const sizes = new Map(shared.map(({ path, size }) => [path, size]))
  for (const { of, size, encoding } of copies) if (encoding === 'br') sizes.set(of, size)
  const weights = weighScripts(
    chunks,
    raw.find(({ file }) => file === 'login.html')?.html ?? '',
    file => sizes.get(file) ?? 0
  )
  for (const { file } of pages) rmSync(join(directory, file))
  const hashes = inlineHashes(pages.map(page => page.html))
  return {
    pages: pages.map(({ file, html }) => parseTemplate(file, html)),
    files: shared,
    copies,
    hashes,
    weights
  }
}

/** Sorts the bundler's map, whose order is random, so that equal code gives equal pages. */
function sortedImportMap(json: string): string {
  const { imports } = JSON.parse(json) as { imports: Record<string, string> }
  return JSON.stringify({
    imports: Object.fromEntries(Object.entries(imports).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}

interface PageParts {
  /** The styles of the first paint. */
  css: string
  chunks: readonly BuiltChunk[]
  /** Vite's map from chunks to files, as JSON. */
  importMap: string
}

/**
 * Adds the styles of the first paint, the import map and preloads of the code that this address needs. Moves the stylesheet below the
 * skeleton, where it delays the island's scripts but not the first paint.
 */
function completePage(html: string, file: string, { css, chunks, importMap }: PageParts): string {
  const sheets = html.match(/<link rel="stylesheet"[^>]*>/g)?.join('') ?? ''
  const island = islandFiles(html)
  const screen = screenChunk(chunks, file === 'index.html' ? '/' : `/${file.replace(/\.html$/, '')}`)
  const code = withImports(chunks, screen === undefined ? island : [...island, screen])
  const preloads = code.map(chunk => `<link rel="modulepreload" href="/${chunk}">`).join('')
  const map = `<script type="importmap">${importMap}</script>`
  const script = island.length === 0 ? '' : `<script>${firstCode(chunks, island)}</script>`
  const withoutSheets = html
    .replace(/<link rel="stylesheet"[^>]*>/g, '')
    // Astro derives it from the path of the island's file, so it would depend on the folder. With a single island nothing uses it.
    .replace(/(<astro-island[^>]*) uid="[^"]*"/, '$1')
  return (
    withoutSheets
      // Browsers accept an import map only before the first module.
      .replace('</head>', () => `${map}${preloads}${script}<style>${css}</style></head>`)
      .replace('<style>astro-island', () => `${sheets}<style>astro-island`)
  )
}
