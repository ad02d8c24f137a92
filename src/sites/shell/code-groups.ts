import { join } from 'node:path'
import { iconModules, isIcon, reexportsIcons } from './icon-imports.ts'

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; code?: string | null } | null
}

/**
 * Modules that every page starts with, including the login form. They are bundled into one file: it
 * compresses better than many, and keeps the login page within its limits for bytes and requests.
 */
const ENTRY_MODULES = ['src/browser/app/app.tsx', 'node_modules/@astrojs/react/dist/client.js']

/** Loaded next by every page for members, as one file. */
const MEMBERS = [
  'src/browser/app/start/signed-in-tasks.ts',
  'src/browser/app/start/project-checks.ts',
  'src/browser/app/layouts/default-layout.tsx',
  'src/browser/navigation/guards/auth.ts'
]

/** The page of a chart has the most parts. Those of the explorer are one file, the controls that it shares with other screens another. */
const CHART = 'src/browser/features/explorer/detail-screen.tsx'
const EXPLORERS_OWN = ['src/browser/features/explorer/', 'src/browser/charts/', 'src/lib/']

/** The imports of a module; of the icons, only those that it names. */
function importsOf(id: string, graph: ModuleGraph): readonly string[] {
  const { importedIds = [], code } = graph.getModuleInfo(id) ?? {}
  return importedIds.flatMap(imported =>
    reexportsIcons(imported)
      ? iconModules(code ?? '', { id: imported, code: graph.getModuleInfo(imported)?.code ?? '' })
      : [imported]
  )
}

function findImports(
  entries: readonly string[],
  graph: ModuleGraph,
  known: ReadonlySet<string> = new Set()
): Set<string> {
  const found = new Set<string>()
  const visit = (id: string): void => {
    for (const imported of importsOf(id, graph)) {
      // The schemas behind a contract's outline belong to the code that uses them.
      if (found.has(imported) || known.has(imported) || imported.endsWith('?whole')) continue
      found.add(imported)
      visit(imported)
    }
  }
  for (const id of entries) visit(id)
  return found
}

/**
 * Names the file of a module: `first` has what the entry points need, `members` what every page behind the login needs, `controls` and `explorer`
 * what the page of a chart needs, and `icons` the icons of all other screens. The bundler splits everything else.
 */
export function codeGroup(root: string): (id: string, graph: ModuleGraph) => string | null {
  const at = (file: string): string => join(root, file)
  const entries = ENTRY_MODULES.map(at)
  const isEntry = new Set([...ENTRY_MODULES, ...MEMBERS, CHART].map(at))
  const isExplorersOwn = (id: string): boolean => EXPLORERS_OWN.some(folder => id.startsWith(at(folder)))
  let groups: [name: string, needed: ReadonlySet<string>][] | undefined
  return (id, graph) => {
    // The pages are rendered by a separate build without the island.
    if (groups === undefined && entries.every(entry => graph.getModuleInfo(entry) === null)) return null
    if (groups === undefined) {
      const first = findImports(entries, graph)
      const members = findImports(MEMBERS.map(at), graph, first)
      const chart = [...findImports([at(CHART)], graph, new Set([...first, ...members]))]
      groups = [
        ['first', first],
        ['members', members],
        ['explorer', new Set(chart.filter(isExplorersOwn))],
        ['controls', new Set(chart.filter(module => !isExplorersOwn(module)))]
      ]
    }
    if (isEntry.has(id)) return null
    return groups.find(([, needed]) => needed.has(id))?.[0] ?? (isIcon(id) ? 'icons' : null)
  }
}
