import { withImports, type BuiltChunk } from './chunk-graph.ts'

/** The pages of signed-in people, and the code that each begins with beside the island's. The browser finds a file's imports only once it is there, so all are named. */
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
 * The inline script that fetches this code with the page, where somebody is signed in. Pages whose addresses have parameters share one file, so
 * their code cannot be named in it. The script is the same in all pages, so that their policy is too.
 */
export function firstCode(chunks: readonly BuiltChunk[], island: readonly string[]): string {
  const known = new Set(withImports(chunks, island))
  const pages = PAGE_MODULES.map(({ path, modules }): [path: string, files: string[]] => {
    const named = modules.map(module => chunkOf(chunks, module))
    const files = withImports(chunks, named).filter(file => !known.has(file))
    // What every page begins with is named once.
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
  if (!chunk) throw new Error(`No file of the code begins with ${module}.`)
  return chunk.file
}
