import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** Marks a contract file as it was written. */
export const WHOLE = '?whole'

interface EndpointShape {
  method: string
  path: string
  access: string
  reply: 'file' | { entries?: Record<string, { type: string }> }
  onlyReads?: true
}

/**
 * The browser only needs an operation's method, path and reply keys, so it gets an outline of each, and the
 * server keeps the schemas. Other exports of a contract file are left as they are and are bundled only if
 * used.
 */
export function contractOutline(root: string): Plugin {
  const folder = join(root, 'src/contract/')
  return {
    name: 'contract-outline',
    apply: 'build',
    enforce: 'pre',
    // Contract files have no side effects, so unused exports are dropped.
    resolveId: source =>
      source.startsWith(folder) && source.endsWith(WHOLE)
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
      if (rest.length > 0) lines.push(`export { ${rest.join(', ')} } from '${id}${WHOLE}'`)
      return { code: lines.join('\n'), moduleSideEffects: false }
    }
  }
}

function isEndpoint(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value
  )
}

function outlineOf({ method, path, access, reply, onlyReads }: EndpointShape): EndpointShape {
  if (reply === 'file') return { method, path, access, reply }
  const keys = Object.entries(reply.entries ?? {}).map(([key, { type }]) => [key, { type }])
  return {
    method,
    path,
    access,
    ...(onlyReads && { onlyReads }),
    reply: { entries: Object.fromEntries(keys) as Record<string, { type: string }> }
  }
}
