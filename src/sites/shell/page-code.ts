import { withImports, type BuiltChunk } from './chunk-graph.ts'

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
    modules: ['src/browser/features/explorer/detail-screen.tsx', 'src/browser/charts/view/plotly.ts']
  }
]

/**
 * The inline script that preloads this code if someone is logged in. Pages whose addresses have parameters share one HTML file, which therefore
 * cannot list their code. All pages have the same script, and so the same policy.
 */
export function firstCode(chunks: readonly BuiltChunk[], island: readonly string[]): string {
  const known = new Set(withImports(chunks, island))
  const pages = PAGE_MODULES.map(({ path, modules }): [path: string, files: string[]] => {
    const named = modules.map(module => chunkOf(chunks, module))
    const files = withImports(chunks, named).filter(file => !known.has(file))
    // Files that every page loads are listed once.
    if (path === PAGE_MODULES[0]?.path) for (const file of files) known.add(file)
    return [path, files.map(file => `/${file}`)]
  })
  return `if (/(?:^|; )token=/.test(document.cookie))
  for (const [path, files] of ${JSON.stringify(pages)})
    if (new RegExp(path).test(location.pathname))
      for (const href of files)
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))`
}

function chunkOf(chunks: readonly BuiltChunk[], module: string): string {
  const chunk = chunks.find(one => one.module === module)
  if (!chunk) throw new Error(`There is no chunk for ${module}.`)
  return chunk.file
}
