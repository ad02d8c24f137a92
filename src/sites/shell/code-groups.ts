import { join } from 'node:path'
import { WHOLE_FILE_QUERY } from './contract-outline.ts'

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/**
 * Modules that are each bundled with all their imports into one file, which compresses better than many: what every page starts with, including the
 * login form, then what a file before it does not have: the client of the API, what every other page has, and what every page behind the login has.
 */
const WHOLE_FILES = {
  app: 'src/browser/app/app.tsx',
  client: 'src/browser/api/send-call.ts',
  main: 'src/browser/app/main-code.ts',
  members: 'src/browser/app/members.ts'
}

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
 * The bundler's groups, each a file: the whole files, `controls` and `explorer` with what the page of a chart needs besides, `section` and `answers`
 * with what the page of a section needs. The schemas that both read are among the controls. The bundler splits everything else.
 */
export function codeGroups(root: string): CodeGroup[] {
  const whole = Object.entries(WHOLE_FILES).map(([name, file], index) => ({
    name: (id: string) => (id === join(root, file) ? name : null),
    priority: 9 - index,
    includeDependenciesRecursively: true
  }))
  return [{ name: laterGroup(root), priority: 10, includeDependenciesRecursively: false }, ...whole]
}

interface CodeGroup {
  name: (id: string, graph: ModuleGraph) => string | null
  priority: number
  includeDependenciesRecursively: boolean
}

/** Names the file of a module that no whole file needs. */
function laterGroup(root: string): CodeGroup['name'] {
  const at = (file: string): string => join(root, file)
  const wholeFiles = Object.values(WHOLE_FILES).map(at)
  const isBelow = (id: string, folders: readonly string[]): boolean =>
    folders.some(folder => id.startsWith(at(folder)))
  const findGroups = (graph: ModuleGraph): [name: string | null, needed: ReadonlySet<string>][] => {
    const everyPage = findImports(wholeFiles, graph)
    const chart = [...findImports([at(CHART)], graph, everyPage)]
    const forSection = findImports([at(SECTION)], graph, everyPage)
    const isExplorers = (id: string): boolean => isBelow(id, EXPLORERS_OWN) && !forSection.has(id)
    const known = new Set([...everyPage, ...chart])
    const section = [...findImports([at(SECTION)], graph, known)].filter(id => !isBelow(id, SANITISER))
    const isFollowed = (): boolean => true
    const whole = [...findImports([CHART, SECTION].map(at), graph, new Set(), isFollowed)]
    const schemas = whole.filter(id => isBelow(id, ['src/contract/']))
    const behindSchemas = findImports(schemas, graph, new Set(), isFollowed)
    return [
      [null, new Set([...wholeFiles, ...everyPage])],
      ['controls', new Set([...schemas, ...behindSchemas])],
      ['explorer', new Set([at(CHART), ...chart.filter(isExplorers)])],
      ['controls', new Set(chart.filter(id => !isExplorers(id)))],
      ['section', new Set([at(SECTION), ...section.filter(id => isBelow(id, SECTIONS_OWN))])],
      ['answers', new Set(section.filter(id => !isBelow(id, SECTIONS_OWN)))]
    ]
  }
  let groups: ReturnType<typeof findGroups> | undefined
  return (id, graph) => {
    // The pages are rendered by a separate build without the island.
    if (groups === undefined && graph.getModuleInfo(at(WHOLE_FILES.app)) === null) return null
    groups ??= findGroups(graph)
    return groups.find(([, needed]) => needed.has(id))?.[0] ?? null
  }
}
