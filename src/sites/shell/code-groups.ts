import { join } from 'node:path'
import { WHOLE_FILE_QUERY } from './contract-outline.ts'
import { PLOTLY } from './page-code.ts'

interface ModuleGraph {
  getModuleInfo: (
    id: string
  ) => { importedIds: readonly string[]; dynamicallyImportedIds?: readonly string[] } | null
}

/**
 * Modules that are each bundled with all their imports into one file, which compresses better than many: what every page starts with, including the
 * login form, then what a file before it does not have: the client of the API, what every other page has, and what every page behind the login has.
 */
const WHOLE_FILES = {
  app: ['src/browser/app/app.tsx'],
  main: [
    'src/browser/app/main-code.ts',
    'src/browser/api/send-call.ts',
    // What a section and a chart share, and most other screens need.
    'src/browser/ui/late.tsx',
    'src/browser/ui/notice.tsx',
    'src/domain/figures/decimals.ts',
    'src/domain/figures/figure-with-unit.ts',
    'src/domain/projects/submission-count.ts',
    'src/lib/keep-equal.ts',
    // What surveys start with and members need too.
    'src/browser/ui/skeleton.tsx',
    'src/browser/ui/bar-slot.tsx',
    'src/browser/ui/skip-link.tsx',
    'src/browser/ui/use-small-window.ts',
    'src/contract/questionnaires.ts',
    'src/domain/answers/heading-type.ts',
    'src/lib/group-by.ts'
  ],
  members: [
    'src/browser/app/members.ts',
    // What a section and a chart share.
    'src/browser/stores/viewpoint.ts'
  ]
}

/** The page of a chart has the most parts. Those of the explorer are one file, the controls that it shares with other screens another. */
const CHART_SCREEN = 'src/browser/features/explorer/detail-screen.tsx'
const DRAWINGS = 'src/browser/charts/drawings.ts'
const EXPLORERS_OWN = [
  'src/browser/features/explorer/',
  'src/browser/charts/',
  'src/domain/',
  'node_modules/d3-'
]

/** A section needs the code of its table, and the code about answers that other screens use too: one file each. */
const SECTION_SCREEN = 'src/browser/features/data-collection/section-screen.tsx'
const SECTIONS_OWN = ['src/browser/features/data-collection/', 'src/browser/section/']

/** A survey is often opened on a phone with a slow connection: its first questions come before the code that takes the answers. */
const SURVEY_START = [
  'src/browser/features/surveys/survey-questions-screen.tsx',
  'src/browser/navigation/guards/casecode.ts',
  'src/browser/app/layouts/surveys-layout.tsx'
]
const SURVEY_ANSWERS = 'src/browser/features/surveys/survey-walk.tsx'

/** Names every screen. */
const ROUTES = 'src/browser/app/routes.ts'
/** Screens that work with a section's table. */
const LIKE_SECTION = ['src/browser/features/data-collection/', 'src/browser/features/surveys/']
/** Screens without the frame of the pages behind the login. */
const OPEN_SCREENS = ['src/browser/features/accounts/', 'src/browser/features/surveys/']
const LIKE_CHART = ['src/browser/features/explorer/']
const SCHEMAS = ['src/contract/', 'node_modules/valibot/']
/** Small modules that import nothing: code that needs one should not have to load other shared code. */
const LEAVES = ['src/lib/', 'src/browser/api/', 'src/programme/']
/** A part of nanostores that its other parts do not load. */
const SHARED_BY_ALL = ['node_modules/nanostores/map/']

/** The schemas behind a contract's outline belong to the code that uses them. */
const isOutlined = (id: string): boolean => !id.endsWith(WHOLE_FILE_QUERY)

const isSchemas = (id: string, graph: ModuleGraph): boolean =>
  id.endsWith(WHOLE_FILE_QUERY) || [id, ...importsOf(id, graph)].some(one => one.includes('/valibot/'))

const importsOf = (
  id: string,
  graph: ModuleGraph,
  kind: 'importedIds' | 'dynamicallyImportedIds' = 'importedIds'
): readonly string[] => graph.getModuleInfo(id)?.[kind] ?? []

function findImports(
  entries: readonly string[],
  graph: ModuleGraph,
  known: ReadonlySet<string> = new Set()
): Set<string> {
  const found = new Set<string>()
  const visit = (id: string): void => {
    for (const imported of importsOf(id, graph)) {
      if (found.has(imported) || known.has(imported) || !isOutlined(imported)) continue
      found.add(imported)
      visit(imported)
    }
  }
  for (const id of entries) visit(id)
  return found
}

/**
 * The bundler's groups, each a file: the whole files, `controls` and `explorer` with what the page of a chart needs besides, `section` and `answers`
 * with what the page of a section needs. The bundler splits everything else.
 */
export function codeGroups(root: string): CodeGroup[] {
  const whole = Object.entries(WHOLE_FILES).map(([name, files], index) => ({
    name: (id: string) => (files.some(file => id === join(root, file)) ? name : null),
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
  const wholeFiles = Object.values(WHOLE_FILES).flat().map(at)
  const isBelow = (id: string, folders: readonly string[]): boolean =>
    folders.some(folder => id.startsWith(at(folder)))
  const findGroups = (graph: ModuleGraph): [name: string | null, needed: ReadonlySet<string>][] => {
    const everyPage = findImports(wholeFiles, graph)
    const chart = [...findImports([at(CHART_SCREEN)], graph, everyPage)]
    const screens = importsOf(at(ROUTES), graph, 'dynamicallyImportedIds')
    const neededBy = (entries: readonly string[]): ReadonlySet<string> =>
      findImports(entries, graph, everyPage)
    const elsewhere = (folders: readonly string[]): ReadonlySet<string> =>
      neededBy(screens.filter(id => !isBelow(id, folders)))
    // Small charts are drawn without plotly, but share some of its drawings’ parts.
    const small = neededBy(screens.filter(id => isBelow(id, LIKE_CHART)))
    const drawn = [...neededBy([at(DRAWINGS)])].filter(id => small.has(id))
    const [besideChart, besideSection] = [elsewhere(LIKE_CHART), elsewhere(LIKE_SECTION)]
    const isExplorers = (id: string): boolean => isBelow(id, EXPLORERS_OWN) && !besideChart.has(id)
    const isSections = (id: string): boolean => isBelow(id, SECTIONS_OWN) && !besideSection.has(id)
    const known = new Set([...everyPage, ...chart])
    const section = [...findImports([at(SECTION_SCREEN)], graph, known)]
    const open = neededBy(screens.filter(id => isBelow(id, OPEN_SCREENS)))
    const others = screens
      .filter(id => !isBelow(id, [...OPEN_SCREENS, ...LIKE_CHART]))
      .flatMap(id => [...neededBy([id])])
      .filter((id, index, all) => !open.has(id) && all.indexOf(id) < index)
    return [
      [null, new Set([...wholeFiles, ...everyPage])],
      ['survey', new Set([...SURVEY_START.map(at), ...neededBy(SURVEY_START.map(at))])],
      ['explorer', new Set([at(CHART_SCREEN), ...[...chart, ...drawn].filter(isExplorers)])],
      ['controls', new Set(chart.filter(id => !isExplorers(id)))],
      ['section', new Set([at(SECTION_SCREEN), ...section.filter(isSections)])],
      ['answers', new Set(section.filter(id => !isSections(id)))],
      ['controls', new Set(others.filter(id => isBelow(id, LEAVES)))],
      ['shared', new Set(others)],
      ['survey-answers', new Set([at(SURVEY_ANSWERS), ...neededBy([at(SURVEY_ANSWERS)])])],
      // Whatever exports pictures needs plotly as well.
      ['plotly', new Set([at(PLOTLY), ...neededBy([at(PLOTLY)])])]
    ]
  }
  let groups: ReturnType<typeof findGroups> | undefined
  return (id, graph) => {
    // The pages are rendered by a separate build without the island.
    if (groups === undefined && graph.getModuleInfo(wholeFiles[0]!) === null) return null
    groups ??= findGroups(graph)
    if (isBelow(id, SHARED_BY_ALL)) return 'controls'
    if (isBelow(id, SCHEMAS) && isSchemas(id, graph)) return 'schemas'
    return groups.find(([, needed]) => needed.has(id))?.[0] ?? null
  }
}
