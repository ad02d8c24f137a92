import { readUrl } from '#lib/url/read-url.ts'
import { staticPaths } from '#programme/paths.ts'
import { FILES_ONLY, NOT_FOUND_PAGE, NOT_FOUND_TEXT, SHELL } from '#programme/reserved-paths.ts'
import { redirectLoops } from './redirect-loops.ts'

interface RedirectFault {
  /** The entry, by its source. */
  from: string
  message: string
  hint?: string
}

/** CloudFront functions are limited to 10 kB, and the table is part of it. */
const MAX_PROGRAMME_REDIRECTS = 5000
/** Quotes, colon, comma, spaces and line end around an entry. */
const ENTRY_OVERHEAD_BYTES = 9

const STATIC_PAGES = new Set([...staticPaths, SHELL, '/404'])
const FILES = new Set([
  NOT_FOUND_PAGE,
  NOT_FOUND_TEXT,
  '/site-config.json',
  '/manifest.json',
  '/font-license.txt',
  '/icon-license.txt',
  '/_headers',
  '/_redirects'
])

const withoutEnding = (path: string): string =>
  path.replace(/\/$/, '').replace(/(\/index)?\.html$/, '') || '/'

/**
 * Hosts disagree on whether a file or a redirect wins, and nginx does not start if one address has two
 * rules.
 */
function describeClash(from: string): string | undefined {
  if (FILES.has(from)) return 'a file of the site'
  if (STATIC_PAGES.has(withoutEnding(from)) || from === '/index.html') return 'a page of the site'
  if ([...FILES_ONLY, '/_hosting'].some(folder => from === folder || from.startsWith(`${folder}/`)))
    return "below one of the site's folders"
  return from.startsWith('/_') ? "kept for the host's own files" : undefined
}

/** Validates the redirects of a site at these origins as a whole; the schema validates each entry. */
export function redirectFaults(
  redirects: Record<string, string>,
  origins: readonly string[] = []
): RedirectFault[] {
  const toPath = (target: string): string => {
    const url = readUrl(target)
    return url !== null && origins.includes(url.origin) ? url.pathname : target
  }
  const paths = Object.entries(redirects).map(([from, to]) => [from, toPath(to)] as const)
  const loops = redirectLoops(Object.fromEntries(paths)).map(loop => ({
    from: loop[0] ?? '',
    message: `redirect loop: ${loop.join(' → ')}`
  }))
  const taken = Object.keys(redirects).flatMap(from => {
    const by = describeClash(from)
    return by === undefined
      ? []
      : [{ from, message: `"${from}" is ${by}`, hint: 'redirect from another address, or remove the entry' }]
  })
  return [...loops, ...taken, ...tooLarge(redirects)]
}

function tooLarge(redirects: Record<string, string>): RedirectFault[] {
  let size = 0
  const first = Object.entries(redirects).find(
    ([from, to]) => (size += from.length + to.length + ENTRY_OVERHEAD_BYTES) > MAX_PROGRAMME_REDIRECTS
  )
  if (first === undefined) return []
  const hint = 'a CDN function has no room for more; let one page list the old addresses'
  return [
    {
      from: first[0],
      message: `the redirects up to here take more than ${MAX_PROGRAMME_REDIRECTS} bytes`,
      hint
    }
  ]
}
