import { relative } from 'node:path'
import type { Plugin } from 'vite'

/** A chunk of the browser's code: its static imports, and the modules that it is loaded for. */
export interface BuiltChunk {
  file: string
  imports: string[]
  /** The dynamically imported modules in it, relative to the root, with slashes. */
  modules: string[]
}

export const CHUNK_GRAPH_FILE = 'chunk-graph.json'
/** Vite's map from names of chunks to files (`build.chunkImportMap`). */
export const IMPORT_MAP_FILE = 'importmap.json'

/** Records which chunk contains which screen, so that a page can preload what its path needs. */
export function chunkGraph(root: string): Plugin {
  return {
    name: 'chunk-graph',
    applyToEnvironment: environment => environment.name === 'client',
    generateBundle(_options, bundle) {
      const chunks: BuiltChunk[] = Object.values(bundle).flatMap(item =>
        item.type !== 'chunk'
          ? []
          : [
              {
                file: item.fileName,
                imports: item.imports,
                modules: item.moduleIds
                  .filter(id => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0)
                  .map(id => relative(root, id).replaceAll('\\', '/'))
              }
            ]
      )
      this.emitFile({ type: 'asset', fileName: CHUNK_GRAPH_FILE, source: JSON.stringify(chunks) })
    }
  }
}

/** The files of some chunks and of all their static imports. */
export function withImports(chunks: readonly BuiltChunk[], files: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    for (const needed of chunks.find(chunk => chunk.file === file)?.imports ?? []) visit(needed)
  }
  for (const file of files) visit(file)
  return [...found]
}

/** The chunk of the screen at a static address; its file has the same name by convention. */
export function screenChunk(chunks: readonly BuiltChunk[], path: string): string | undefined {
  const screen = path === '/' ? 'home' : path.split('/')[1]
  const isScreen = (module: string): boolean =>
    module.startsWith('src/browser/features/') && module.endsWith(`/${screen}-screen.tsx`)
  return chunks.find(({ modules }) => modules.some(isScreen))?.file
}
