import { withImports, type BuiltChunk } from './chunk-graph.ts'

const PLOTLY = 'src/browser/charts/view/plotly.ts'

/** Pages behind the login, and the code that each loads besides the island. A browser finds a file's imports only after loading it, so all are listed. */
const PAGE_MODULES: readonly { path: string; modules: readonly string[] }[] = [
  {
    path: '^/(?!surveys|login|register|forgot-password|verify)',
    modules: [
      'src/browser/app/start/signed-in-tasks.ts',
      'src/browser/app/layouts/default-layout.tsx',
      'src/browser/navigation/guards/auth.ts'
    ]
  },
  { path: '^/projects/.', modules: ['src/browser/app/start/project-checks.ts'] },
  {
    path: '^/projects/[^/]+/data-collection/questionnaire/',
    modules: ['src/browser/features/data-collection/section-screen.tsx']
  },
  {
    path: '^/projects/[^/]+/[^/]+/[^/]+/detail/',
    modules: ['src/browser/features/explorer/detail-screen.tsx', PLOTLY]
  }
]

/** For each pattern of addresses behind the login, the files it needs besides the island's. Files that every page loads are listed once. */
function pageFiles(
  chunks: readonly BuiltChunk[],
  island: readonly string[]
): [path: string, files: string[]][] {
  const known = new Set(withImports(chunks, island))
  return PAGE_MODULES.map(({ path, modules }) => {
    const named = modules.map(module => chunkOf(chunks, module))
    const files = withImports(chunks, named).filter(file => !known.has(file))
    if (path === PAGE_MODULES[0]?.path) for (const file of files) known.add(file)
    return [path, files]
  })
}

/**
 * The inline script that preloads this code if someone is logged in. Pages whose addresses have parameters share one HTML file, which therefore
 * cannot list their code. All pages have the same script, and so the same policy.
 */
export function firstCode(chunks: readonly BuiltChunk[], island: readonly string[]): string {
  const pages = pageFiles(chunks, island).map(([path, files]) => [path, files.map(file => `/${file}`)])
  return `if (/(?:^|; )token=/.test(document.cookie))
  for (const [path, files] of ${JSON.stringify(pages)})
    if (new RegExp(path).test(location.pathname))
      for (const href of files)
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))`
}

/** What a first visit to a screen loads before it can be used, without plotly. */
export interface ScriptWeight {
  screen: string
  files: number
  /** Compressed with Brotli. */
  bytes: number
}

const MEASURED_PAGES = {
  login: '/login',
  section: '/projects/p/data-collection/questionnaire/1/section/1',
  chart: '/projects/p/results/group/detail/1'
}

/** Weighs the scripts of the screens that have a budget; `bytesOf` returns the compressed size of a file. */
export function weighScripts(
  chunks: readonly BuiltChunk[],
  island: readonly string[],
  bytesOf: (file: string) => number
): ScriptWeight[] {
  const pages = pageFiles(chunks, island)
  const isPlotly = (file: string): boolean => file === chunkOf(chunks, PLOTLY)
  return Object.entries(MEASURED_PAGES).map(([screen, address]) => {
    const own = pages.filter(([path]) => new RegExp(path).test(address)).flatMap(([, files]) => files)
    const files = [...new Set([...withImports(chunks, island), ...own])].filter(file => !isPlotly(file))
    return { screen, files: files.length, bytes: files.reduce((sum, file) => sum + bytesOf(file), 0) }
  })
}

function chunkOf(chunks: readonly BuiltChunk[], module: string): string {
  const chunk = chunks.find(one => one.module === module)
  if (!chunk) throw new Error(`There is no chunk for ${module}.`)
  return chunk.file
}
