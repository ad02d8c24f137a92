// Draws the import rules as a Mermaid flowchart.

/** Modules, each with the modules or files (as patterns) that it may import. */
type Rules = Readonly<Record<string, readonly string[]>>

export interface ImportRules {
  /** The modules of src. */
  allowedImports: Rules
  /** The modules of src/server. */
  allowedInServer: Rules
}

/** Modules of one layer are drawn in one frame, under the folder's name. */
const layerOf = (module: string): string =>
  module.includes('/') ? module.slice(0, module.indexOf('/')) : (LAYERS[module] ?? 'ground')

const LAYERS: Readonly<Record<string, string>> = {
  server: 'server',
  pages: 'sites and their pages',
  sites: 'sites and their pages',
  demo: 'operations'
}

/** The module that a rule's pattern names, or whose file it names. */
function moduleNamed(pattern: string, modules: readonly string[]): string | undefined {
  return modules.find(module => pattern === module || pattern.startsWith(`${module}/`))
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>

function graphOf(rules: Rules): Graph {
  const modules = Object.keys(rules)
  return new Map(
    Object.entries(rules).map(([module, friends]) => [
      module,
      new Set(friends.flatMap(friend => moduleNamed(friend, modules) ?? []))
    ])
  )
}

/** Whether a module leads to another through at least one other module. */
function leadsIndirectly(graph: Graph, from: string, to: string): boolean {
  const seen = new Set<string>()
  const visit = (module: string): boolean => {
    if (seen.has(module)) return false
    seen.add(module)
    return [...(graph.get(module) ?? [])].some(next => next === to || visit(next))
  }
  return [...(graph.get(from) ?? [])].some(next => next !== to && visit(next))
}

const idOf = (module: string): string => module.replaceAll(/\W/g, '_')

function labelOf(module: string, allowedInServer: Rules): string {
  const name = module.slice(module.indexOf('/') + 1)
  return module === 'server' ? `${name}<br>${Object.keys(allowedInServer).join(' · ')}` : name
}

/**
 * Draws the modules by layer. An arrow means “may import”. Arrows that follow from others are left out: every allowed import is a path of arrows.
 */
export function drawModules({ allowedImports, allowedInServer }: ImportRules): string {
  const graph = graphOf(allowedImports)
  const layers = Map.groupBy(Object.keys(allowedImports), layerOf)
  const frames = [...layers].map(([layer, modules]) => {
    const nodes = modules.map(module => `    ${idOf(module)}["${labelOf(module, allowedInServer)}"]\n`)
    return `  subgraph layer_${idOf(layer)}["${layer}"]\n${nodes.join('')}  end\n`
  })
  const arrows = [...graph].flatMap(([module, friends]) =>
    [...friends]
      .filter(friend => !leadsIndirectly(graph, module, friend))
      .map(friend => `  ${idOf(module)} --> ${idOf(friend)}\n`)
  )
  return `flowchart TD\n${frames.join('')}${arrows.join('')}`
}
