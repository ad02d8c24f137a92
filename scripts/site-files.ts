import { readFileSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { CACHE_CONTROL, contentType } from '#sites/hosting/file-kinds.ts'

/** A built site as a host sees it: its files, `_headers` and `_redirects`. */
export interface SiteFiles {
  directory: string
  headers: HeaderRule[]
  redirects: RedirectRule[]
}

interface HeaderRule {
  pattern: string
  headers: [string, string][]
}

interface RedirectRule {
  from: string
  to: string
  status: number
}

/** The response: a file with a status, or a redirect. */
export type SiteResponse =
  | { status: number; file: string; headers: Record<string, string> }
  | { status: number; location: string; headers: Record<string, string> }

export function readSite(directory: string): SiteFiles {
  const lines = (name: string) =>
    readFileSync(join(directory, name), 'utf8')
      .split('\n')
      .filter(line => line.trim() !== '')
  const headers: HeaderRule[] = []
  for (const line of lines('_headers')) {
    const colon = line.indexOf(':')
    if (!line.startsWith(' ')) headers.push({ pattern: line, headers: [] })
    else headers.at(-1)?.headers.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()])
  }
  const redirects = lines('_redirects').map(line => {
    const [from = '', to = '', status = '302'] = line.split(/\s+/)
    return { from, to, status: Number(status) }
  })
  return { directory, headers, redirects }
}

const matches = (pattern: string, path: string): boolean =>
  pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path

/** Joins the values of a header that several rules set, as hosts do. */
function headersOf(site: SiteFiles, path: string): Record<string, string> {
  const joined: Record<string, string> = {}
  for (const [name, value] of site.headers
    .filter(rule => matches(rule.pattern, path))
    .flatMap(rule => rule.headers))
    joined[name] = joined[name] === undefined ? value : `${joined[name]}, ${value}`
  return joined
}

/** The file of a path, if it may be served: not the host's configuration, and nothing outside the site. */
function fileFor(site: SiteFiles, path: string): string | undefined {
  if (path.startsWith('/_') || path.includes('\0') || normalize(path) !== path) return undefined
  const candidates = path === '/' ? ['/index.html'] : [path, `${path.replace(/\/$/, '')}.html`]
  return candidates.map(candidate => join(site.directory, candidate)).find(isFile)
}

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false

/**
 * Resolves a path as Netlify does: a file first, then the first matching rule, then 404.html. A path with an
 * extension never gets the shell.
 */
export function resolvePath(site: SiteFiles, path: string): SiteResponse {
  const headers = headersOf(site, path)
  const answer = (status: number, file: string): SiteResponse => ({
    status,
    file,
    headers: {
      'Cache-Control': CACHE_CONTROL.revalidate,
      ...headers,
      'Content-Type': contentType(file),
      ...(status === 404 && { 'Cache-Control': CACHE_CONTROL.never })
    }
  })
  const file = fileFor(site, path)
  if (file !== undefined) return answer(200, file)
  const rule = site.redirects.find(({ from }) => matches(from, path))
  if (rule !== undefined && rule.status >= 300 && rule.status < 400)
    return { status: rule.status, location: rule.to, headers }
  const isFilePath = /\.[A-Za-z0-9]+$/.test(path) || path.startsWith('/_')
  if (isFilePath) return answer(404, join(site.directory, 'not-found.txt'))
  const page = rule === undefined ? undefined : fileFor(site, rule.to)
  return rule === undefined || page === undefined
    ? answer(404, join(site.directory, '404.html'))
    : answer(rule.status, page)
}
