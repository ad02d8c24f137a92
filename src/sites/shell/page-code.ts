import { withImports, type BuiltChunk } from './chunk-graph.ts'

/** Plotly, and what draws with it. */
export const PLOTLY = 'src/browser/charts/view/plotly.ts'

interface PageModules {
  path: string
  /** Only if someone is logged in: everybody else is sent to the login. */
  isForMembers: boolean
  modules: readonly string[]
}

/** The code that pages load besides the island. A browser finds a file's imports only after loading it, so all are listed. */
const PAGE_MODULES: readonly PageModules[] = [
  // Not needed until the login form is shown.
  {
    path: '^/(?!login)',
    isForMembers: false,
    modules: ['src/browser/app/main-code.ts']
  },
  {
    path: '^/(?!surveys|login|register|forgot-password|verify)',
    isForMembers: true,
    modules: ['src/browser/app/members.ts']
  },
  {
    path: '^/projects/[^/]+/data-collection/questionnaire/',
    isForMembers: true,
    modules: ['src/browser/features/data-collection/section-screen.tsx']
  },
  {
    path: '^/projects/[^/]+/[^/]+/[^/]+/detail/',
    isForMembers: true,
    modules: ['src/browser/features/explorer/detail-screen.tsx', PLOTLY]
  },
  {
    path: '^/surveys/[^/]+/[^/]+/questions',
    isForMembers: false,
    modules: [
      'src/browser/features/surveys/survey-questions-screen.tsx',
      'src/browser/navigation/guards/casecode.ts',
      'src/browser/app/layouts/surveys-layout.tsx'
    ]
  }
]

/** The files that a kind of page needs besides the island's. */
interface PageFiles {
  path: string
  isForMembers: boolean
  files: string[]
}

/** Files that all pages behind the login load are listed once. */
function pageFiles(chunks: readonly BuiltChunk[], island: readonly string[]): PageFiles[] {
  const known = new Set(withImports(chunks, island))
  return PAGE_MODULES.map(({ path, isForMembers, modules }, index) => {
    const named = modules.map(module => chunkOf(chunks, module))
    const files = withImports(chunks, named).filter(file => !known.has(file))
    if (index < 2) for (const file of files) known.add(file)
    return { path, isForMembers, files }
  })
}

/**
 * The inline script that preloads this code. Pages whose addresses have parameters share one HTML file, which therefore
 * cannot list their code. All pages have the same script, and so the same policy.
 */
export function firstCode(chunks: readonly BuiltChunk[], island: readonly string[]): string {
  const pages = pageFiles(chunks, island).map(({ path, isForMembers, files }) => [
    path,
    isForMembers,
    files.map(file => `/${file}`)
  ])
  return `for (const [path, isForMembers, files] of ${JSON.stringify(pages)})
  if (new RegExp(path).test(location.pathname) && (!isForMembers || /(?:^|; )token=/.test(document.cookie)))
    for (const href of files)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))`
}

/** What a first visit to a screen loads before it can be used, without plotly. */
export interface ScriptWeight {
  screen: string
  files: number
  /** Compressed with Brotli. */
  bytes: number
  /** With the page itself, its styles, font and logo, and without calls of the API. */
  requests: number
}

/** The files that the page of the island names. */
export const islandFiles = (html: string): string[] =>
  [...html.matchAll(/(?:component|renderer)-url="\/([^"]+)"/g)].map(match => match[1] ?? '')

/** How many files a page's HTML names besides scripts, and the page itself. */
function countRequests(html: string): number {
  const named = html.matchAll(/<link rel="stylesheet"[^>]*|<link rel="preload"[^>]*|<img src="[^"]*"/g)
  return 1 + new Set([...named].map(([tag]) => tag)).size
}

const MEASURED_PAGES = {
  login: '/login',
  section: '/projects/p/data-collection/questionnaire/1/section/1',
  chart: '/projects/p/results/group/detail/1',
  survey: '/surveys/1-1/CODE/questions'
}

/** Weighs the scripts of the screens that have a budget, for an island's page; `bytesOf` returns the compressed size of a file. */
export function weighScripts(
  chunks: readonly BuiltChunk[],
  html: string,
  bytesOf: (file: string) => number
): ScriptWeight[] {
  const island = islandFiles(html)
  const pages = pageFiles(chunks, island)
  const isPlotly = (file: string): boolean => file === chunkOf(chunks, PLOTLY)
  return Object.entries(MEASURED_PAGES).map(([screen, address]) => {
    const own = pages.filter(({ path }) => new RegExp(path).test(address)).flatMap(({ files }) => files)
    const files = [...new Set([...withImports(chunks, island), ...own])].filter(file => !isPlotly(file))
    const bytes = files.reduce((sum, file) => sum + bytesOf(file), 0)
    return { screen, files: files.length, bytes, requests: countRequests(html) + files.length }
  })
}

function chunkOf(chunks: readonly BuiltChunk[], module: string): string {
  const chunk = chunks.find(({ modules }) => modules.includes(module))
  if (!chunk) throw new Error(`There is no chunk for ${module}.`)
  return chunk.file
}
