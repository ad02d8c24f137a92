import { join } from 'node:path'
import { WHOLE_FILE_QUERY } from './contract-outline.ts'

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/**
 * What every page starts with, including the login form. It is bundled with all its imports into one file, which compresses better than many, and
 * keeps the login page within its limits for bytes and requests.
 */
const ISLAND = 'src/browser/app/app.tsx'

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

/** A section needs what fills its table and what other screens know about answers: a file each. */
const SECTION = 'src/browser/features/data-collection/section-screen.tsx'
const SECTIONS_OWN = ['src/browser/features/data-collection/', 'src/browser/section/']
/** The sanitiser is large, and screens that show no table need it too. */
const SANITISER = ['src/browser/ui/rich-text.tsx', 'node_modules/dompurify/']

/** The schemas behind a contract's outline belong to the code that uses them. */
const isOutlined = (id: string): boolean => !id.endsWith(WHOLE_FILE_QUERY)

function findImports(
  entries: readonly string[],
  graph: ModuleGraph,
  known: ReadonlySet<string> = new Set(),
  isFollowed = isOutlined
): Set<string> {
  const found = new Set<string>()
  const visit = (id: string): void => {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (found.has(imported) || known.has(imported) || !isFollowed(imported)) continue
      found.add(imported)
      visit(imported)
    }
  }
  for (const id of entries) visit(id)
  return found
}

/**
 * The bundler's groups, each a file: `app` has the island with all that it imports, `members` what every page behind the login needs, `controls` and
 * `explorer` what the page of a chart needs, `section` and `answers` what the page of a section needs besides, and `schemas` the schemas that both
 * read. The bundler splits everything else.
 */
export function codeGroups(root: string): CodeGroup[] {
  const island = join(root, ISLAND)
  return [
    { name: laterGroup(root), priority: 2, includeDependenciesRecursively: false },
    { name: id => (id === island ? 'app' : null), priority: 1, includeDependenciesRecursively: true }
  ]
}

interface CodeGroup {
  name: (id: string, graph: ModuleGraph) => string | null
  priority: number
  includeDependenciesRecursively: boolean
}

/** Names the file of a module that the island does not import. */
function laterGroup(root: string): CodeGroup['name'] {
  const at = (file: string): string => join(root, file)
  const isEntry = new Set([ISLAND, ...MEMBERS, CHART, SECTION].map(at))
  const isBelow = (id: string, folders: readonly string[]): boolean =>
    folders.some(folder => id.startsWith(at(folder)))
  const findGroups = (graph: ModuleGraph): [name: string | null, needed: ReadonlySet<string>][] => {
    const first = findImports([at(ISLAND)], graph)
    const members = findImports(MEMBERS.map(at), graph, first)
    const everyPage = new Set([...first, ...members])
    const chart = [...findImports([at(CHART)], graph, everyPage)]
    const known = new Set([...everyPage, ...chart])
    const section = [...findImports([at(SECTION)], graph, known)].filter(id => !isBelow(id, SANITISER))
    const isFollowed = (): boolean => true
    const whole = [...findImports([CHART, SECTION].map(at), graph, new Set(), isFollowed)]
    const schemas = whole.filter(id => isBelow(id, ['src/contract/']))
    const behindSchemas = findImports(schemas, graph, new Set(), isFollowed)
    return [
      [null, first],
      ['members', members],
      ['schemas', new Set([...schemas, ...behindSchemas])],
      ['explorer', new Set(chart.filter(id => isBelow(id, EXPLORERS_OWN)))],
      ['controls', new Set(chart.filter(id => !isBelow(id, EXPLORERS_OWN)))],
      ['section', new Set(section.filter(id => isBelow(id, SECTIONS_OWN)))],
      ['answers', new Set(section.filter(id => !isBelow(id, SECTIONS_OWN)))]
    ]
  }
  let groups: ReturnType<typeof findGroups> | undefined
  return (id, graph) => {
    // The pages are rendered by a separate build without the island.
    if (groups === undefined && graph.getModuleInfo(at(ISLAND)) === null) return null
    groups ??= findGroups(graph)
    if (isEntry.has(id)) return null
    return groups.find(([, needed]) => needed.has(id))?.[0] ?? null
  }
}
