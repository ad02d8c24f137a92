import { join } from 'node:path'

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/**
 * Modules that start on every page, the form that most visits begin with among them. What they need is fetched in one file, not in thirty:
 * it compresses better than two, and the login page stays within its bytes and requests.
 */
const BEGINNINGS = ['src/app/app.tsx', 'node_modules/@astrojs/react/dist/client.js']

function neededBy(beginnings: readonly string[], graph: ModuleGraph): Set<string> {
  const needed = new Set<string>()
  const visit = (id: string): void => {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
      // The schemas behind a contract's outline are there for whatever reads them, not for these.
      if (needed.has(imported) || imported.endsWith('?whole')) continue
      needed.add(imported)
      visit(imported)
    }
  }
  for (const id of beginnings) visit(id)
  return needed
}

/** Names the file for a module: `first` contains what the entry points need; the bundler splits everything else. */
export function codeGroup(root: string): (id: string, graph: ModuleGraph) => string | null {
  const beginnings = BEGINNINGS.map(file => join(root, file))
  let needed: Set<string> | undefined
  return (id, graph) => {
    // The pages are made by a build of their own, which knows nothing of the island.
    if (needed === undefined && beginnings.every(beginning => graph.getModuleInfo(beginning) === null))
      return null
    needed ??= neededBy(beginnings, graph)
    if (!needed.has(id) || beginnings.includes(id)) return null
    return 'first'
  }
}
