import { join } from 'node:path'
import { WHOLE_FILE_QUERY } from './contract-outline.ts'
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

/** A section needs what fills its table and what other screens know about answers: a file each. */
const SECTION = 'src/browser/features/data-collection/section-screen.tsx'
const SECTIONS_OWN = ['src/browser/features/data-collection/', 'src/browser/section/']
/** The sanitiser is large, and screens that show no table need it too. */
const SANITISER = ['src/browser/ui/rich-text.tsx', 'node_modules/dompurify/']

/** The imports of a module; of the icons, only those that it names. */
function importsOf(id: string, graph: ModuleGraph): readonly string[] {
  const { importedIds = [], code } = graph.getModuleInfo(id) ?? {}
  return importedIds.flatMap(imported =>
    reexportsIcons(imported)
      ? iconModules(code ?? '', { id: imported, code: graph.getModuleInfo(imported)?.code ?? '' })
      : [imported]
  )
}

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
    for (const imported of importsOf(id, graph)) {
      if (found.has(imported) || known.has(imported) || !isFollowed(imported)) continue
      found.add(imported)
      visit(imported)
    }
  }
  for (const id of entries) visit(id)
  return found
}

/**
 * Names the file of a module: `first` has what the entry points need, `members` what every page behind the login needs, `controls` and `explorer`
 * what the page of a chart needs, `section` and `answers` what the page of a section needs besides, `schemas` the schemas that both read, and `icons`
 * the icons of all other screens. The bundler splits everything else.
 */
export function codeGroup(root: string): (id: string, graph: ModuleGraph) => string | null {
  const at = (file: string): string => join(root, file)
  const entries = ENTRY_MODULES.map(at)
  const isEntry = new Set([...ENTRY_MODULES, ...MEMBERS, CHART, SECTION].map(at))
  const isBelow = (id: string, folders: readonly string[]): boolean =>
    folders.some(folder => id.startsWith(at(folder)))
  const findGroups = (graph: ModuleGraph): [name: string, needed: ReadonlySet<string>][] => {
    const first = findImports(entries, graph)
    const members = findImports(MEMBERS.map(at), graph, first)
    const everyPage = new Set([...first, ...members])
    const chart = [...findImports([at(CHART)], graph, everyPage)]
    const known = new Set([...everyPage, ...chart])
    const section = [...findImports([at(SECTION)], graph, known)].filter(id => !isBelow(id, SANITISER))
    // A part that a section shares would bring the whole explorer with it.
    const shared = findImports([at(SECTION)], graph, everyPage)
    const isExplorers = (id: string): boolean => isBelow(id, EXPLORERS_OWN) && !shared.has(id)
    const isFollowed = (): boolean => true
    const whole = [...findImports([CHART, SECTION].map(at), graph, new Set(), isFollowed)]
    const schemas = whole.filter(id => isBelow(id, ['src/contract/']))
    const behindSchemas = findImports(schemas, graph, new Set(), isFollowed)
    return [
      ['first', first],
      ['members', members],
      ['schemas', new Set([...schemas, ...behindSchemas])],
      ['explorer', new Set(chart.filter(isExplorers))],
      ['controls', new Set(chart.filter(id => !isExplorers(id)))],
      ['section', new Set(section.filter(id => isBelow(id, SECTIONS_OWN)))],
      ['answers', new Set(section.filter(id => !isBelow(id, SECTIONS_OWN)))]
    ]
  }
  let groups: ReturnType<typeof findGroups> | undefined
  return (id, graph) => {
    // The pages are rendered by a separate build without the island.
    if (groups === undefined && entries.every(entry => graph.getModuleInfo(entry) === null)) return null
    groups ??= findGroups(graph)
    if (isEntry.has(id)) return null
    return groups.find(([, needed]) => needed.has(id))?.[0] ?? (isIcon(id) ? 'icons' : null)
  }
}
