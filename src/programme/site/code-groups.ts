import { join } from 'node:path'

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/**
 * Modules that every page starts with, including the login form. They are bundled into one file: it
 * compresses better than many, and keeps the login page within its limits for bytes and requests.
 */
const BEGINNINGS = ['src/app/app.tsx', 'node_modules/@astrojs/react/dist/client.js']

function neededBy(beginnings: readonly string[], graph: ModuleGraph): Set<string> {
  const needed = new Set<string>()
  const visit = (id: string): void => {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
      // The schemas behind a contract's outline belong to the code that uses them.
      if (needed.has(imported) || imported.endsWith('?whole')) continue
      needed.add(imported)
      visit(imported)
    }
  }
  for (const id of beginnings) visit(id)
  return needed
}

/**
 * Names the file of a module: `first` contains what the entry points need; the bundler splits everything
 * else.
 */
export function codeGroup(root: string): (id: string, graph: ModuleGraph) => string | null {
  const beginnings = BEGINNINGS.map(file => join(root, file))
  let needed: Set<string> | undefined
  return (id, graph) => {
    // The pages are rendered by a separate build without the island.
    if (needed === undefined && beginnings.every(beginning => graph.getModuleInfo(beginning) === null))
      return null
    needed ??= neededBy(beginnings, graph)
    if (!needed.has(id) || beginnings.includes(id)) return null
    return 'first'
  }
}
