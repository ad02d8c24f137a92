import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, Visitor, type Plugin } from 'vite'

/** Requests a contract file as it was written. */
export const WHOLE_FILE_QUERY = '?whole'

interface EndpointShape {
  method: string
  path: string
  access: string
  reply: 'file' | { entries?: Record<string, { type: string }> }
  onlyReads?: true
  isAddition?: true
  hasMemberReply?: true
}

/**
 * The browser only needs an operation's method, path and reply keys, so it gets an outline of each, and the
 * server keeps the schemas. Other exports of a contract file are bundled only if used, without the descriptions of
 * their fields.
 */
export function contractOutline(root: string): Plugin {
  const folder = join(root, 'src/contract/')
  return {
    name: 'contract-outline',
    apply: 'build',
    enforce: 'pre',
    // Contract files have no side effects, so the bundler drops unused exports.
    resolveId: source =>
      source.startsWith(folder) && source.endsWith(WHOLE_FILE_QUERY)
        ? { id: source, moduleSideEffects: false }
        : undefined,
    async load(id) {
      if (!id.startsWith(folder) || id.includes('?')) return null
      const contract = (await import(pathToFileURL(id).href)) as Record<string, unknown>
      const names = Object.keys(contract)
      const operations = names.filter(name => isEndpoint(contract[name]))
      if (operations.length === 0) return null
      const rest = names.filter(name => !operations.includes(name))
      const lines = operations.map(
        name => `export const ${name} = ${JSON.stringify(outlineOf(contract[name] as EndpointShape))}`
      )
      if (rest.length > 0) lines.push(`export { ${rest.join(', ')} } from '${id}${WHOLE_FILE_QUERY}'`)
      return { code: lines.join('\n'), moduleSideEffects: false }
    },
    transform: code =>
      code.includes("from '#lib/describe.ts'") ? { code: withoutDescriptions(code), map: null } : null
  }
}

/** `describe('The name.', Name)` becomes `Name`. */
function withoutDescriptions(code: string): string {
  const cuts: [from: number, to: number][] = []
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [, schema], start, end }) {
      if (callee.type !== 'Identifier' || callee.name !== 'describe' || !schema) return
      cuts.push([start, schema.start], [schema.end, end])
    }
  })
  visitor.visit(parseSync('contract.ts', code).program)
  return cuts
    .toSorted(([a], [b]) => b - a)
    .reduce((rest, [from, to]) => rest.slice(0, from) + rest.slice(to), code)
}

function isEndpoint(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value
  )
}

function outlineOf(shape: EndpointShape): EndpointShape {
  const { method, path, access, reply, onlyReads, isAddition, hasMemberReply } = shape
  const marks = {
    ...(onlyReads && { onlyReads }),
    ...(isAddition && { isAddition }),
    ...(hasMemberReply && { hasMemberReply })
  }
  if (reply === 'file') return { method, path, access, ...marks, reply }
  const keys = Object.entries(reply.entries ?? {}).map(([key, { type }]) => [key, { type }])
  return {
    method,
    path,
    access,
    ...marks,
    reply: { entries: Object.fromEntries(keys) as Record<string, { type: string }> }
  }
}
